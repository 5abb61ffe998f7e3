package law

import "sameact/spec"

// This file folds what a client holds: the state in which the call of a question travels, what is written into
// it, and which state a line brings.

// tamper books that another call was written into the state of an act's question, or, of an act that nobody has
// presented, that a question was forged. An act that was presented and not asked about has nothing to tamper with.
func (b *books) tamper(e spec.Event) {
	b.undo = nil
	a := b.acts[e.Subject]
	if a == nil {
		b.forge(e)
		return
	}
	q := a.question
	if q == nil {
		return
	}
	if c, err := q.Call.With(e); err == nil {
		was := q.tampered
		c = c.Sent(b.hello)
		q.tampered = &c
		b.undo = func() { q.tampered, q.untouched = was, &c }
	}
}

func (b *books) forge(e spec.Event) {
	c, err := spec.DefaultCall(e.Str("action")).With(e)
	if err != nil {
		return
	}
	q := b.question(len(b.history), e.Subject, c.Sent(b.hello))
	q.Forged = true
	b.acts[e.Subject] = &act{call: c, question: q}
	b.undo = func() { delete(b.acts, e.Subject) }
}

// tampered books the answer to a tamper. One that changed nothing has not happened.
func (b *books) tampered(e spec.Event) {
	if e.Str("changed") == "0" && b.undo != nil {
		b.undo()
	}
	b.undo = nil
}

// inState is the call that the state holds which a line brings for a question, as far as it is known: the state of
// another question may hold it or not.
func (b *books) inState(q *Question, e spec.Event) (c spec.Call, spliced *act) {
	held := q.tampered
	switch name := e.Str("state"); name {
	case "":
	case spec.StateFirst:
		held = nil
	case spec.StateHeld:
		held = q.heldAs
	default:
		return q.Call, b.acts[name]
	}
	if held == nil {
		return q.Call, nil
	}
	return *held, nil
}

// ranAnother reports whether a state of another question brought its act along, which ran in the place of the own one.
func (u *Use) ranAnother() bool {
	if u.Spliced == nil || len(u.Effects) == 0 || u.Question == nil {
		return false
	}
	a := u.Effects[0]
	own := u.sameTarget(a, u.Was, u.approvedAccount()) && u.books.sameArguments(a.Call, u.Was)
	return !own && u.otherQuestion(a) != ""
}

// elsewhereHeld reports whether a use brings a state of another conversation.
func (u *Use) elsewhereHeld() bool {
	return u.Spliced != nil && u.Question != nil && u.Spliced.call.Session != u.Question.Call.Session
}

// brings lays what a presentation says over the call that its state holds, where the gate runs that one. What it
// says without the state is who presents it, and where.
func (u *Use) brings(e spec.Event, own bool) {
	b, q := u.books, u.Question
	if !b.hello.Resumes(q.Call) || !own {
		return
	}
	held, spliced := b.inState(q, e)
	u.Spliced = spliced
	c, err := held.With(e)
	if err != nil {
		return
	}
	said := u.Presented
	u.said, u.Presented = &said, c.Sent(b.hello)
	u.Claims = u.Presented.Claims != nil
}

// context is what was presented, without what was written into the state.
func (u *Use) context() spec.Call {
	if u.said != nil {
		return *u.said
	}
	return u.Presented
}

// holds reports whether a decision is only put on record.
func (b *books) holds(e spec.Event, q *Question) bool {
	return e.Holds() && b.hello.Has("hold") && q.Call.Connector != ""
}
