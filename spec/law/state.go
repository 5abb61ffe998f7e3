package law

import (
	"bytes"
	"encoding/json"

	"sameact/spec"
)

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

// stain says what the caller has written into the state that a line goes on from, so that a gate which seals the whole of
// a state may refuse it: a call in the place of one that was asked about, be it the same in other words, a question that
// nobody was asked, or an answer that went astray. "" where the state is as the gate gave it.
func (b *books) stain(e spec.Event, u *Use) string {
	if !b.hello.Has("state") || e.Str("state") != "" {
		return ""
	}
	session := u.Was.Session
	if b.strayed[session] {
		return "a held answer that was not for this question was written into the state"
	}
	if q := u.Question; q != nil && q.tampered != nil && !literally(q.Call, *q.tampered) {
		return "the caller wrote the call into the state anew"
	}
	for name, a := range b.acts {
		switch q := a.question; {
		case q == nil || q == u.Question || q.Call.Session != session:
		case q.Forged:
			return "the caller wrote a question into the state, " + name
		case q.tampered != nil && !literally(q.Call, *q.tampered):
			return "the caller wrote another call into the state, in the place of " + name
		}
	}
	return ""
}

// literally reports whether two calls are one, to the letter.
func literally(was, is spec.Call) bool {
	was.CallID, is.CallID = "", ""
	before, err := json.Marshal(was)
	after, err2 := json.Marshal(is)
	return err == nil && err2 == nil && bytes.Equal(before, after)
}

// Stained reports whether a use was refused that nothing speaks against but what the caller has written into its state.
func (u *Use) Stained() bool {
	if u.Stain == "" || u.status() != spec.Refused {
		return false
	}
	drifted, _ := Diff(u)
	return len(drifted) == 0
}

// stray books a held answer that was put on record under an address that is no question's, or in the state of another
// question: it stands in the state that the caller goes on with.
func (b *books) stray(e spec.Event, u *Use) {
	line := b.history[u.At]
	if u.Kind == Answering && line.Holds() && e.Verb == string(spec.Recorded) && (u.Literal != nil || b.acts[line.Str("state")] != nil) {
		b.strayed[u.Was.Session] = true
	}
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
