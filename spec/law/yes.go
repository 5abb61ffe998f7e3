package law

import (
	"fmt"
	"slices"
	"strings"
)

// This file says why a use rests on no yes. Whatever the reason, one clause owns it.

// lacksYes is the Sees of a clause that owns one way of having no yes.
func lacksYes(slug string) func(*Use) string {
	return func(u *Use) string {
		owner, why := u.noYes()
		if owner != slug {
			return ""
		}
		return why
	}
}

// noYes finds the clause that owns the lack of a yes, and says it in words; "" where there is a yes or
// where none is needed.
func (u *Use) noYes() (owner, why string) {
	switch {
	case u.Attempt != nil:
		return u.Attempt.lacks(u)
	case u.Kind == Answering && !u.Resumes && !u.Allows:
		return "denied-runs-nothing", "this is the denial"
	case !u.tries() || u.Contested:
		return "", "" // whether it was answered by then, nobody can know
	case u.Question == nil:
		return u.unasked()
	}
	if u.Kind == Answering && len(u.Beside) > 0 && u.Amiss != (Standing{}) {
		return u.Question.lacks(u.Amiss, u) // the yes of another process is not its own
	}
	return u.Question.lacks(u.Ended.Stands, u)
}

func (u *Use) unasked() (owner, why string) {
	w := u.Ended.World
	if ambiguous(u) != "" {
		return "", ""
	}
	if len(Causes(w, u.Presented)) > 0 || !Asks(w, u.Presented) {
		return "", ""
	}
	switch {
	case !asks(w, u.Presented, lenient, false):
		return "unknown-is-strict", "the table holds a word that nobody knows, which asks"
	case u.Claims:
		return "flag-is-not-permission", "the caller claims what only a person can give"
	case u.Literal != nil:
		return "id-is-not-enough", fmt.Sprintf("nobody was ever asked under the id %q", *u.Literal)
	case u.lasts():
		return "", ""
	}
	if owner, why := u.rides(); owner != "" {
		return owner, why
	}
	if u.OwnAsked && u.Own.Allowed {
		return "no-standing-yes", "the act was allowed once, and is presented without that approval"
	}
	return "confirm-asks", "the table asks for this, and nobody was asked"
}

func (q *Question) lacks(s Standing, u *Use) (owner, why string) {
	switch {
	case q.Forged:
		return "flag-is-not-permission", "the question was written by the caller"
	case s.Doubt != "":
		return "", "" // a process was killed on an answer, or two crossed
	case s.Denied && q.partOfBatch():
		return "each-act-its-own-yes", "this act of the batch was denied"
	case s.Denied, s.Closed:
		return "denied-runs-nothing", "it was denied"
	case s.Allowed:
		return "", ""
	case s.Late:
		return "late-yes", "the yes came when the question had expired"
	case s.Foreign != "":
		return "owner-answers", s.Foreign + " said yes to what belongs to " + q.Call.Principal
	case s.Place == "session":
		return "same-session", "the yes was given in another conversation"
	case s.Place == "agent":
		return "same-agent", "the yes was given for another agent"
	case s.NotYes != "":
		return "yes-is-exactly-yes", "the decision was " + s.NotYes
	case u.Claims:
		return "flag-is-not-permission", "nobody had answered, and the caller claims a yes"
	case q.partOfBatch() && u.Ended.Yes > q.Yes && slices.ContainsFunc(q.Batch, func(o *Question) bool { return o.Stands.Allowed }):
		return "each-act-its-own-yes", "another act of the batch was allowed, not this one"
	case u.Ended.Yes > q.Yes:
		return "answers-do-not-cross", "another question was answered, not this one"
	}
	return "pending-runs-nothing", "nobody had answered"
}

func (q *Question) partOfBatch() bool { return len(q.Batch) > 1 }

// spent says why an approval is used up: which clause owns it, and the words.
func (u *Use) spent() (owner, why string) {
	if u.Question == nil || !u.tries() || !u.Ended.Stands.Allowed { // a yes may come while it is under way
		return "", ""
	}
	s := u.Began.Stands
	switch {
	case s.Cut || u.Ended.Stands.Cut && len(u.Effects) == 0:
		return "crash-after-spend", "a process was killed after it had spent the yes"
	case s.InFlight > 0 && u.raced():
		return "one-use-under-race", "another process was using it, and its effect was in flight"
	case s.InFlight > 0:
		return "spend-before-effect", "its own effect was still in flight"
	case u.Ended.Stands.Used > s.Used && u.raced():
		return "one-use-under-race", "another process used it meanwhile"
	case u.Ended.Stands.Used > s.Used:
		return "one-use", "another use of it ran meanwhile"
	case s.Used == 0:
		return "", ""
	case s.LastReply != "ok":
		return "failed-stays-spent", "the approval was used, and its call ended " + map[string]string{"refused": "in an error", "lost": "without a reply"}[s.LastReply]
	}
	return "one-use", "the approval had been used"
}

// spends reports whether a use that ran has used its approval up. One that policy lets run unasked spends a valid one
// (spec/protocol/protocol.md §7); beside another use it may have found it spent.
func (u *Use) spends() bool {
	if u.ranAnother() {
		return false
	}
	return !u.free() || u.Ended.Stands.Allowed && len(u.Beside) == 0 && !u.differs()
}

func isSpent(slug string) func(*Use) string {
	return func(u *Use) string {
		owner, why := u.spent()
		if owner != slug {
			return ""
		}
		return why
	}
}

// policy says which clause owns that policy forbids a use, and why; "" where it does not.
// What policy forbade already when the act was asked about belongs to the check; what it forbids only
// now belongs to policy-at-use. A changed act is judged by what changed, not by where it would lead.
func (u *Use) policy() (owner, why string) {
	if !u.tries() || u.Attempt != nil {
		return "", ""
	}
	c, w := u.Presented, u.Ended.World
	if u.Question != nil {
		c = u.Was
	}
	now := Causes(w, c)
	if len(now) == 0 {
		return "", ""
	}
	why = "policy forbids it: " + strings.Join(now, ", ")
	if u.Question != nil && len(Causes(u.Question.World, c)) == 0 {
		if account(w, c) != u.approvedAccount() {
			return "", "" // same-account owns it
		}
		return "policy-at-use", "since the yes " + why
	}
	if len(causes(w, c, lenient)) == 0 {
		return "unknown-is-strict", why + ", by a word that nobody knows"
	}
	switch now[0] {
	case "ceiling":
		return "ceiling-holds", why
	case "uncurated":
		return "uncurated-needs-admin", why
	}
	return "forbidden-does-not-run", why
}

func forbidden(slug string) func(*Use) string {
	return func(u *Use) string {
		owner, why := u.policy()
		if owner != slug {
			return ""
		}
		return why
	}
}

// tries reports whether a use could have its act run at all: waking a wait does not, nor does a
// decision where the act is presented again after it.
func (u *Use) tries() bool { return u.Kind != Waking && (u.Kind != Answering || u.Resumes) }
