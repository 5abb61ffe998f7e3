package law

import (
	"slices"

	"sameact/spec"
)

// This file folds what a model asks for next in the run that an answer lets go on, and what an always on the
// connector path is worth there (spec/protocol/protocol.md §7).

// A following is where in a run a call comes: after which answers, and after which calls of the same line.
type following struct {
	answers []*Use
	calls   []*Use
}

// follow books the calls that come next in the run of a line's answers. They bring no approval.
func (b *books) follow(i int, e spec.Event, answers []*Use) {
	calls, err := e.ThenCalls()
	if err != nil {
		return
	}
	f := following{answers: answers}
	for _, c := range calls {
		c.Line.Process = e.Process
		c.Line.Fields = append(c.Line.Fields, spec.Field{Key: "with", Value: "none"})
		n := len(b.uses)
		if b.call(i, c.Line); len(b.uses) == n {
			return
		}
		u := b.uses[n]
		before := f
		u.Follows = &before
		f.calls = append(slices.Clone(f.calls), u)
	}
}

// reached reports whether the run has come to a call for certain: all that was answered was allowed and has run,
// nothing of its turn is open, and what came before the call has run too.
func (f *following) reached() bool {
	went := func(u *Use) bool { return !u.Died && len(u.Effects) == 1 && u.Effects[0].Reply == "ok" }
	for _, u := range f.answers {
		if !went(u) || slices.ContainsFunc(u.Question.Batch, func(q *Question) bool { return !u.answeredBeside(q) }) {
			return false
		}
	}
	return len(f.answers) > 0 && !slices.ContainsFunc(f.calls, func(u *Use) bool { return !went(u) })
}

// answeredBeside reports whether a question of the turn was answered before an answer, or with it.
func (u *Use) answeredBeside(q *Question) bool {
	return slices.ContainsFunc(q.booked, func(k booking) bool { return k.use.At <= u.At && (k.is == plainYes || k.is == bookedDenial) })
}

// rides finds the clause that owns that a call runs on what was answered for another act, in the words of why; "" where
// nothing was.
func (u *Use) rides() (owner, why string) {
	if u.Follows == nil {
		return u.strays()
	}
	other, denied := "", ""
	for _, v := range u.Follows.answers {
		same := u.books.sameAct(v.Was, u.Presented)
		switch allowed := v.Allows && v.Amiss == (Standing{}) && v.Ended.Stands.Allowed; {
		case same && allowed:
			return "no-standing-yes", v.Act + ", the same act, was allowed before it in the run, and that yes is for " + v.Act
		case same && !v.Allows:
			denied = v.Act
		case allowed:
			other = v.Act
		}
	}
	switch {
	case denied != "":
		return "denied-runs-nothing", denied + ", the same act, was denied before it in the run"
	case other == "":
		return "", ""
	}
	if owner, why := u.strays(); owner != "" {
		return owner, why
	}
	return "answers-do-not-cross", "the run went on after the yes to " + other + ", and nobody was asked about this act"
}

// sameAct reports whether two calls want the same done, by the same agent for the same principal in the same conversation.
func (b *books) sameAct(was, is spec.Call) bool {
	return was.Connector == is.Connector && was.Action == is.Action && sameCaller(was, is) && b.sameArguments(was, is)
}

// A lasting yes is an always on the connector path, and how far it goes: the action of its connector for its account,
// declared as it was, asked for by the same agent for the same principal, until the conversation ends or the person
// denies such an act.
type lasting struct {
	given *Use
	world *spec.World
	ended int // the line that ended its conversation, 0 while that lasts
}

// giveLasting books each always of a line that counts.
func (b *books) giveLasting(answers []*Use) {
	for _, u := range answers {
		if u.Says == `"always"` && u.Was.Connector != "" && u.Amiss == (Standing{}) && u.Ended.Stands.Allowed {
			b.lasting = append(b.lasting, &lasting{given: u, world: b.world})
		}
	}
}

// outlast ends each always of a conversation that ends.
func (b *books) outlast(i int, e spec.Event) {
	session := e.Str("session")
	if session == "" {
		session = spec.DefaultSession
	}
	for _, l := range b.lasting {
		if e.Is(spec.VerbEnd) && l.given.Was.Session == session && l.ended == 0 {
			l.ended = i
		}
	}
}

// offersAlways reports whether a question can be answered with always.
func (b *books) offersAlways(q *Question) bool {
	if !b.hello.Has("grant") || q.Shown == nil {
		return b.hello.Has("grant")
	}
	f, _ := q.Shown.Get("options")
	v, err := spec.ParseValue(f.JSON())
	return err == nil && slices.ContainsFunc(v.List, func(o spec.Value) bool { return o.Kind == spec.Text && o.Text == "always" })
}

// lasts reports whether an always covers a call, so that it may run unasked.
func (u *Use) lasts() bool {
	return slices.ContainsFunc(u.books.lasting, func(l *lasting) bool { return l.before(u) && l.misses(u) == "" })
}

func (l *lasting) before(u *Use) bool { return l.given != u && l.given.At <= u.At }

// strays finds the clause that owns that an always which was given does not go as far as a call.
func (u *Use) strays() (owner, why string) {
	for _, l := range u.books.lasting {
		if !l.before(u) {
			continue
		}
		switch miss := l.misses(u); miss {
		case "":
		case "agent":
			return "same-agent", "the always was given for another agent"
		case "session":
			return "same-session", "the always was given in another conversation"
		default:
			return "answers-do-not-cross", "the always to " + l.given.Act + " does not go so far: " + miss
		}
	}
	return "", ""
}

// misses says in what a call lies outside an always, as far as the gate tells that apart; "" where it lies inside.
func (l *lasting) misses(u *Use) string {
	was, is, world, tells := l.given.Was, u.Presented, u.Ended.World, u.books.hello.BindsField
	switch {
	case l.given.status() == spec.Refused:
		return "it was refused"
	case tells("connector") && was.Connector != is.Connector || was.Action != is.Action:
		return "it was about " + was.Action
	case tells("account") && account(l.world, was) != account(world, is):
		return "it was for another account"
	case tells("principal") && was.Principal != is.Principal:
		return "it was another person's"
	case tells("agent") && was.Agent != is.Agent:
		return "agent"
	case tells("session") && was.Session != is.Session:
		return "session"
	case l.ended > 0 && l.ended < u.At:
		return "its conversation has ended"
	case tells("declaration") && !sameDeclaration(l.world, world, is):
		return "the action is declared otherwise now"
	case l.denied(u):
		return "such an act was denied since"
	}
	return ""
}

// denied reports whether the person has denied an act of the kind since.
func (l *lasting) denied(u *Use) bool {
	was := l.given.Was
	return slices.ContainsFunc(u.books.asked, func(q *Question) bool {
		return sameCaller(q.Call, was) && q.Call.Connector == was.Connector && q.Call.Action == was.Action &&
			slices.ContainsFunc(q.booked, func(k booking) bool {
				return k.is == bookedDenial && k.use.At > l.given.At && k.use.At < u.At
			})
	})
}

// lacksOnlyAYes reports whether all that speaks against a call is that nobody was asked, so that the right answer is
// the question.
func (u *Use) lacksOnlyAYes(drifted []Difference) bool {
	if len(drifted) != 1 || u.Kind != Ask {
		return false
	}
	slug := drifted[0].Clause.Slug
	if slug == "confirm-asks" {
		return true
	}
	lacking, _ := u.noYes()
	return slug == lacking && (u.Follows != nil || len(u.books.lasting) > 0) && u.Literal == nil && !u.Claims
}

// mate is the use that the same line made of an act, of those without an answer; the use itself where there is none.
func (u *Use) mate(act string) *Use {
	for _, v := range u.mates() {
		if act != "" && v.Act == act && v.Answer == nil {
			return v
		}
	}
	return u
}

// toldRan reports whether the line of a use goes on to say that its act ran. Of two equal acts of one line, of which one
// was denied, that alone says whose an effect is.
func (b *books) toldRan(i int, u *Use) bool {
	for _, e := range b.history[i:] {
		if !e.Seen {
			return false
		}
		if e.Subject == u.Act && slices.Contains([]spec.Status{spec.Executed, spec.Failed, spec.Unknown}, spec.Status(e.Verb)) {
			return true
		}
	}
	return false
}

// mates are the uses that one line made.
func (u *Use) mates() []*Use {
	return slices.DeleteFunc(slices.Clone(u.books.uses), func(v *Use) bool { return v.At != u.At })
}

// unheard judges an act of which an answered line says nothing although it had to: one of several that were allowed
// together, or the next of a run.
func (j *judge) unheard(u *Use) {
	mates := u.mates()
	answered := slices.IndexFunc(mates, func(v *Use) bool { return v.Answer != nil })
	if answered < 0 || u.Died || u.Follows == nil && (u.Kind != Answering || !u.tries() || !u.Allows) {
		return
	}
	at := mates[answered].AnswerAt
	u.Answer = mates[answered].Answer // as far as there is one
	drifted, moved := Diff(u)
	excused := u.excuse() != ""
	u.Answer = nil
	if len(drifted) > 0 && !u.lacksOnlyAYes(drifted) || excused {
		return
	}
	c := owner(moved)
	j.exercised(c)
	j.breaks(c, u, at, "nothing came of "+u.Act+", and nothing was said of it")
}
