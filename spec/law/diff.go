package law

import (
	"fmt"
	"slices"
	"strings"

	"sameact/spec"
)

// A Difference is one way in which a use is not the approved moment, with the clause that owns it.
type Difference struct {
	Clause *Clause
	Why    string
}

// Diff says how what was presented differs from what was approved: drifts must stop it,
// continuations must not. It is the − and + clauses read as a list, so a new clause widens it.
func Diff(u *Use) (drifts, continuations []Difference) {
	if u.diff != nil {
		return u.diff.drifts, u.diff.continuations
	}
	defer func() {
		if u.books.folded { // nothing about it changes any more
			u.diff = &difference{drifts, continuations}
		}
	}()
	if u.Attempt != nil {
		return u.Attempt.differs(u)
	}
	for _, c := range Law {
		if c.Sees == nil || c.OnlyAsked {
			continue
		}
		why := c.Sees(u)
		switch {
		case why == "":
		case c.Direction == Minus:
			drifts = append(drifts, Difference{c, why})
		default:
			continuations = append(continuations, Difference{c, why})
		}
	}
	return drifts, continuations
}

type difference struct{ drifts, continuations []Difference }

func drifts(u *Use) []Difference {
	d, _ := Diff(u)
	return d
}

// DiffRan says which drifts what ran shows: an arrival that is the approved act is none of what was
// presented beside it (the gate ran what it kept); one that is neither the approved nor the presented
// act was put there in between.
func DiffRan(u *Use, a Arrival) []Difference {
	seen := *u
	seen.args, seen.diff = nil, nil
	approved := u.Was
	switch {
	case u.sameTarget(a, approved, u.approvedAccount()) && u.books.sameArguments(a.Call, approved):
		seen.Presented = keepContext(approved, u.context())
		if u.Kind == Answering {
			seen.Presented = approved
		}
	case u.sameTarget(a, u.Presented, account(u.Ended.World, u.Presented)) && u.books.sameSpelledArguments(a.Call, u.Presented):
		return drifts(u)
	case u.sameTarget(a, u.Presented, account(u.Ended.World, u.Presented)) && u.books.sameToTools(a.Call, u.Presented):
		return drifts(u)
	case u.Kind == Ask && len(Causes(u.Ended.World, u.Presented)) == 0 && !Asks(u.Ended.World, u.Presented):
		return []Difference{{clause("shown-is-run"), "what ran is not what was called"}}
	default:
		other := u.otherQuestion(a)
		if other != "" && u.elsewhereHeld() {
			return []Difference{{clause("same-session"), "the act that a state of another conversation holds ran: " + other}}
		}
		if other != "" {
			return []Difference{{clause("answers-do-not-cross"), "the act of another open question ran: " + other}}
		}
		if len(drifts(u)) == 0 {
			return []Difference{{clause("shown-is-run"), u.books.whatRan(approved, a)}}
		}
	}
	return drifts(&seen)
}

// sameSpelledArguments also takes two texts that have no single meaning but are the same text.
func (b *books) sameSpelledArguments(was, is spec.Call) bool {
	c := b.compareArguments(was, is)
	if c.is != nil || c.was != nil {
		return true // what a reader made of a text without one meaning is that text's doing
	}
	return len(c.places) == 0
}

func clause(slug string) *Clause {
	c, _ := Find(slug)
	return c
}

func (u *Use) sameTarget(a Arrival, c spec.Call, acct string) bool {
	return a.Call.Connector == c.Connector && a.Call.Action == c.Action && (a.Acct == "" || c.Connector == "" || a.Acct == acct)
}

func (u *Use) approvedAccount() string {
	if u.Question == nil {
		return account(u.Ended.World, u.Presented)
	}
	return account(u.Question.World, u.Question.Call)
}

// keepContext is the approved act, presented by whom and where it was.
func keepContext(approved, presented spec.Call) spec.Call {
	c := approved
	c.Principal, c.Agent, c.Session, c.Task, c.Claims = presented.Principal, presented.Agent, presented.Session, presented.Task, presented.Claims
	return c
}

// otherQuestion names another question whose act it was that arrived.
func (u *Use) otherQuestion(a Arrival) string {
	for _, q := range u.books.asked {
		if q != u.Question && a.Call.Action == q.Call.Action && u.books.sameArguments(a.Call, q.Call) {
			return q.Act
		}
	}
	return ""
}

func (b *books) whatRan(approved spec.Call, a Arrival) string {
	if c := b.compareArguments(approved, a.Call); len(c.places) > 0 {
		return "the tool was called with other arguments at " + pointers(c.places)
	}
	return fmt.Sprintf("the tool was called as %s %s %s", a.Call.Connector, a.Call.Action, a.Acct)
}

func pointers(places []place) string {
	var out []string
	for i, p := range places {
		if i == 3 {
			out = append(out, fmt.Sprintf("and %d more", len(places)-i))
			break
		}
		at := p.at
		if at == "" {
			at = "the top"
		}
		out = append(out, at)
	}
	return strings.Join(out, ", ")
}

// arguments compares what was approved with what is presented, once.
func (u *Use) arguments() *comparison {
	if u.args == nil {
		c := comparison{}
		if u.Question != nil {
			c = u.books.compareArguments(u.Was, u.Presented)
		}
		u.args = &c
	}
	return u.args
}

// argumentsDiffer says where arguments differ in a way that a clause owns, or "".
func argumentsDiffer(owner string) func(*Use) string {
	return func(u *Use) string {
		mine := slices.DeleteFunc(slices.Clone(u.arguments().places), func(p place) bool { return p.owner != owner })
		if len(mine) == 0 {
			return ""
		}
		return "the arguments differ at " + pointers(mine)
	}
}

// fieldDiffers says that one field of the call is not the approved one, or "".
func fieldDiffers(name string, field func(*spec.Call) string) func(*Use) string {
	return func(u *Use) string {
		if u.Question == nil {
			return ""
		}
		was, is := field(&u.Was), field(&u.Presented)
		if was == is {
			return ""
		}
		return fmt.Sprintf("%s %s is now %s", name, orAbsent(was), orAbsent(is))
	}
}

func orAbsent(id string) string {
	if id == "" {
		return "absent"
	}
	return id
}
