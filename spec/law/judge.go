package law

import (
	"fmt"
	"slices"

	"sameact/spec"
)

// A Verdict is the whole law's reading of one history.
type Verdict struct {
	Readings []Reading // in step with Law
	Uses     []*Use
	// Compound are refusals that no drift explains while several continuations apply at once: each is a
	// breach, but whose is not known until a smaller history shows it.
	Compound []Breach
	// Unbound are drifts that ran although no judged clause owns them, for what the gate declares.
	Unbound []Breach
}

// A Reading is one clause's reading of one history.
type Reading struct {
	Clause    *Clause
	Skip      string // why the gate is not judged by it, or ""
	Exercised int
	Undecided int // what was looked at without a result
	Breaches  []Breach
}

// A Breach is a broken promise: on which line, and why.
type Breach struct {
	Clause *Clause
	Event  int // index into the history
	Why    string
	Use    *Use // nil where the whole history is read
}

// Of finds a clause's reading.
func (v *Verdict) Of(slug string) *Reading {
	for i := range v.Readings {
		if v.Readings[i].Clause.Slug == slug {
			return &v.Readings[i]
		}
	}
	return nil
}

// Broken lists the breaches of judged clauses, in the order of the law.
func (v *Verdict) Broken() []Breach {
	var out []Breach
	for _, r := range v.Readings {
		out = append(out, r.Breaches...)
	}
	return out
}

// Judge reads one history under the law, as far as the gate's hello goes.
//
//	it ran      and − clauses see a difference    each of those is broken
//	it did not  and none does, nothing excuses it   the lone + clause that sees one is broken,
//	                                              honest-approval-runs where none does
//
// So a gate may refuse only for a reason that is a clause, and + needs no oracle of its own. Uses that
// overlapped are explained by checkers; without one, orders-as-one is not exercised.
func Judge(h spec.History, hello spec.Hello, checkers ...Checker) *Verdict {
	b := fold(h, hello)
	j := &judge{Verdict: &Verdict{Readings: make([]Reading, len(Law)), Uses: b.uses}, at: make(map[*Clause]*Reading, len(Law)), books: b}
	for i, c := range Law {
		j.Readings[i] = Reading{Clause: c, Skip: c.Missing(hello)}
		j.at[c] = &j.Readings[i]
	}
	j.Uses = append(j.Uses[:len(j.Uses):len(j.Uses)], b.page.uses...)
	if b.voided {
		return j.Verdict
	}
	for _, u := range b.uses {
		if u.Answer != nil || len(u.Effects) > 0 {
			j.use(u)
		} else {
			j.unheard(u)
		}
	}
	j.pageVerdict()
	for i, c := range Law {
		if r := &j.Readings[i]; c.Reads != nil && r.Skip == "" {
			c.Reads(&Reader{books: b, reading: r, verdict: j.Verdict, checkers: checkers})
		}
	}
	return j.Verdict
}

type judge struct {
	*Verdict
	at    map[*Clause]*Reading
	books *books
}

func (j *judge) use(u *Use) {
	drifted, moved := Diff(u)
	j.asked(u)
	if len(drifted) == 1 && !u.free() {
		j.exercised(drifted[0].Clause)
	}
	if u.Kind == Waking {
		j.waking(u, drifted, moved)
		return
	}
	if u.Question != nil && u.Question.untouched != nil && u.tries() {
		j.undecided(u, *u.Question.untouched)
	}
	if u.elsewhereHeld() && u.tries() {
		j.exercised(clause("same-session"))
	}
	for i, a := range u.Effects {
		j.ran(u, i, a)
	}
	switch {
	case !u.tries() || u.Kind == Answering && !u.Allows:
	case len(u.Effects) > 0:
		if len(drifted) == 0 && len(moved) < 2 {
			j.exercised(owner(moved))
		}
	case u.Stained() && len(moved) == 1:
		j.at[moved[0].Clause].Undecided++ // nobody knows whether the writing was refused, or what was moved
	case mayAsk(u, drifted) || u.excuse() != "":
	default:
		j.refused(u, moved)
	}
}

// mayAsk reports whether not running was right: something has drifted. Where the only drift is that
// nobody was asked yet, the right answer is the question.
func mayAsk(u *Use, drifted []Difference) bool {
	if len(drifted) == 0 {
		return false
	}
	return !u.lacksOnlyAYes(drifted) || u.status() == spec.Pending
}

func owner(moved []Difference) *Clause {
	if len(moved) == 1 {
		return moved[0].Clause
	}
	return clause("honest-approval-runs")
}

// undecided counts the clause that a tamper was about which changed nothing: nobody knows what the gate does with it.
func (j *judge) undecided(u *Use, wanted spec.Call) {
	seen := *u
	seen.args, seen.diff, seen.Presented = nil, nil, wanted
	drifted, moved := Diff(&seen)
	switch {
	case len(drifted) == 1:
		j.at[drifted[0].Clause].Undecided++
	case len(drifted) == 0 && len(moved) == 1:
		j.at[moved[0].Clause].Undecided++
	}
}

func (j *judge) exercised(c *Clause) {
	if r := j.at[c]; r.Skip == "" {
		r.Exercised++
	}
}

func (j *judge) breaks(c *Clause, u *Use, event int, why string) {
	r := j.at[c]
	b := Breach{c, event, why, u}
	if r.Skip != "" {
		if c.Direction == Minus {
			j.Unbound = append(j.Unbound, b)
		}
		return
	}
	r.Breaches = append(r.Breaches, b)
}

// asked judges the − clauses about asking.
func (j *judge) asked(u *Use) {
	for _, c := range Law {
		if !c.Asked || c.Sees == nil {
			continue
		}
		why := c.Sees(u)
		if why == "" {
			continue
		}
		if c.OnlyAsked {
			j.exercised(c)
		}
		if len(u.Shown) > 0 || u.Kind == Ask && u.status() == spec.Pending {
			j.breaks(c, u, u.At, "a question was raised although "+why)
		}
	}
}

func (j *judge) ran(u *Use, i int, a Arrival) {
	if i > 0 {
		slug := "one-use"
		if u.Effects[i-1].Reply != "ok" {
			slug = "no-blind-retry"
		}
		j.breaks(clause(slug), u, a.At, "the tool was called again in the same attempt")
		return
	}
	for _, d := range DiffRan(u, a) {
		if u.free() && d.Clause.Slug != "shown-is-run" && d.Clause.Slug != "ambiguous-refused" {
			continue
		}
		j.breaks(d.Clause, u, a.At, "it ran although "+d.Why)
	}
}

func (j *judge) refused(u *Use, moved []Difference) {
	if u.Question != nil && u.Was.CallID != u.Presented.CallID { // no clause of its own: an id is no part of the act
		moved = append(moved[:len(moved):len(moved)], Difference{clause("honest-approval-runs"), "its call has another id"})
	}
	said := "it was answered " + string(u.status())
	if code := u.Answer.Str("code"); code != "" {
		said += " (" + code + ")"
	}
	if len(moved) > 1 {
		why := said + " although only this had changed:"
		for _, m := range moved {
			why += " " + m.Why + ";"
		}
		j.Compound = append(j.Compound, Breach{clause("honest-approval-runs"), u.AnswerAt, why, u})
		return
	}
	c := owner(moved)
	j.exercised(c)
	why := said + " although nothing had changed that a yes is bound to"
	if u.Kind == Ask {
		why = said + " although it is to be asked about"
	}
	if len(moved) == 1 {
		why = said + " although only this had changed: " + moved[0].Why
	}
	j.breaks(c, u, u.AnswerAt, why)
}

func (j *judge) waking(u *Use, drifted, moved []Difference) {
	woke := u.status() == spec.Recorded || u.status() == spec.Executed
	switch {
	case woke:
		for _, d := range drifted {
			j.breaks(d.Clause, u, u.AnswerAt, "it woke although "+d.Why)
		}
		if len(drifted) == 0 && len(moved) == 1 {
			j.exercised(moved[0].Clause)
		}
	case len(drifted) == 0 && u.excuse() == "":
		j.refused(u, moved)
	}
}

func (u *Use) status() spec.Status {
	if u.Answer == nil {
		return ""
	}
	return spec.Status(u.Answer.Verb)
}

// free reports whether policy lets what was presented run unasked at this moment, so that running it
// needs no yes (spec/protocol/protocol.md §7).
func (u *Use) free() bool {
	w, c := u.Ended.World, u.Presented
	swapped := u.Kind == Answering && u.Allows && u.Question != nil && u.Question.tampered != nil // it is what the caller holds that runs
	return (u.Kind == Ask || u.Kind == Presentation || swapped) && len(Causes(w, c)) == 0 && !Asks(w, c)
}

// excuse says why refusing is right although nothing has drifted, or "".
func (u *Use) excuse() string {
	s := u.Ended.Stands
	switch {
	case u.Answer == nil:
		return "there was no answer"
	case u.Troubled:
		return "the store failed"
	case u.Began.Stands.Damage != "":
		return "the store was damaged since it was asked"
	case u.outrun() || s.Used > u.Began.Stands.Used:
		return "another use of it was under way"
	case u.Contested:
		return "an answer to it was under way"
	case s.Doubt != "":
		return "what a killed process did to it is not known"
	case s.Stale || s.Expired:
		return "it may have been met expired"
	case s.Withdrawn:
		return "a denial after the yes may withdraw it"
	case u.Follows != nil && !u.Follows.reached():
		return "the run need not have come to it"
	case u.Kind == Ask && u.status() == spec.Pending && u.lasts():
		return "an always may serve, and need not"
	case u.Kind == Waking && !s.Allowed:
		return "the question was not answered yet"
	case u.Kind == Waking && slices.ContainsFunc(u.Beside, func(v *Use) bool { return v.Kind == Waking && (v.Answer == nil || v.status() != spec.Refused) }):
		return "another resume of it was under way"
	case u.Kind == Waking && u.Question != nil && u.Ended.Now >= u.Question.Expires && u.books.hello.Has("expiry"):
		return "the approval had expired"
	}
	return u.ownExcuse(s)
}

// ownExcuse is an excuse that no order of the uses of a question changes, where the question stands like that.
func (u *Use) ownExcuse(s Standing) string {
	also := u.books.hello.AlsoBinds
	switch {
	case u.repeats():
		return "the same line answered it before"
	case s.Policy > 0:
		return "policy had refused it before, which may spend the yes"
	case s.NotYes != "":
		return "a decision that was none may settle the question"
	case s.Mismatch > 0 && u.books.hello.Resumes(u.Was) && (!s.Held || s.AtAnswer > 0 || u.Kind == Answering):
		return "a changed attempt was refused before"
	case u.Kind == Answering && u.Resumes && s.Held:
		return "it was allowed before, and waits for its presentation"
	case u.Spliced != nil:
		return "the state of another question was brought"
	case u.Question != nil && u.Question.untouched != nil:
		return "a tamper that changed nothing may have been noticed"
	case u.Stain != "":
		return u.Stain
	case u.ranUnderNoID():
		return "the act ran before, under an address that is no question's"
	case unknownWords(u.Ended.World, u.Presented):
		return "with an unknown word a gate may be stricter"
	case slices.Contains(also, "connection") && u.Was.Connection != u.Presented.Connection:
		return "the gate also binds the connection"
	case slices.Contains(also, "turn") && u.Question != nil && u.Began.Opened > u.Question.Opened:
		return "the gate also binds the turn"
	case u.Question != nil && u.described():
		return "the description that the person read was edited"
	case u.Question != nil && u.confirmTightened():
		return "the gate asks for more than it did"
	case u.Loose != "":
		return u.Loose
	case u.usedID():
		return "its call id was another call's"
	case u.Kind == Ask && u.Crowded:
		return "the gate keeps one question a session, and one is open"
	case u.Kind == Answering && !u.books.hello.Has("several") && u.laterCall():
		return "the gate keeps one question a session"
	case u.Kind == Presentation && !u.books.hello.Has("several") && u.laterCall() && !u.allowedBefore():
		return "the gate keeps one question a session"
	}
	if why := u.spoiled(); why != "" {
		return why
	}
	if why := u.books.unusual(u.Presented); why != "" {
		return why
	}
	a, _ := u.Ended.World.Action(u.Presented.Connector, u.Presented.Action)
	text, _ := u.Presented.Text()
	if v, err := u.books.value(text); err == nil && mayMisfit(a.Parameters, v) {
		return "the arguments may not fit what the action declares"
	}
	return ""
}

// outrun reports whether a use beside this one has run, or may have. A gate that is not judged by what happens
// at the same time may also refuse whatever comes while another use is open.
func (u *Use) outrun() bool {
	if clause("one-winner").Missing(u.books.hello) != "" || !u.raced() {
		return u.Began.Stands.Open > 0
	}
	return slices.ContainsFunc(u.Beside, func(v *Use) bool { return v.tries() && (len(v.Effects) > 0 || v.Answer == nil || v.Halfway) })
}

func (u *Use) described() bool {
	was, _ := u.Question.World.Action(u.Was.Connector, u.Was.Action)
	is, _ := u.Ended.World.Action(u.Was.Connector, u.Was.Action)
	return was.Description != is.Description
}

func (u *Use) confirmTightened() bool {
	was, _ := u.Question.World.Connector(u.Was.Connector)
	is, _ := u.Ended.World.Connector(u.Was.Connector)
	return stricterConfirm(was.Confirm, is.Confirm)
}

// laterCall reports whether something was called in the conversation of its question after that was asked: another
// act, or its own, about which the gate asked anew.
func (u *Use) laterCall() bool {
	return slices.ContainsFunc(u.books.uses, func(v *Use) bool {
		calls := v.Kind == Ask || v.Kind == Presentation && len(v.Shown) > 0
		return calls && v.At > u.Question.At && v.At < u.At && v.Presented.Session == u.Question.Call.Session
	})
}

// allowedBefore reports whether the person had allowed the act before anything else was called: then no question was open
// that a later call could end.
func (u *Use) allowedBefore() bool {
	first := slices.IndexFunc(u.books.uses, func(v *Use) bool {
		calls := v.Kind == Ask || v.Kind == Presentation && len(v.Shown) > 0
		return calls && v.At > u.Question.At && v.Presented.Session == u.Question.Call.Session
	})
	return first < 0 || slices.ContainsFunc(u.Question.booked, func(k booking) bool { return k.is == plainYes && k.use.At < u.books.uses[first].At })
}

// ranUnderNoID reports whether the act has run before on an answer or a presentation under an address that is no question's:
// that was a promise broken, and to run it again would be another.
func (u *Use) ranUnderNoID() bool {
	return slices.ContainsFunc(u.books.uses, func(v *Use) bool {
		return v.Literal != nil && v.Act == u.Act && v.At < u.At && len(v.Effects) > 0
	})
}

// usedID reports whether a new call comes under the id of an earlier one of its conversation: a model gives each of
// its calls another.
func (u *Use) usedID() bool {
	id := u.Presented.CallID
	return u.Kind == Ask && id != "" && slices.ContainsFunc(u.books.uses, func(v *Use) bool {
		return v != u && v.At <= u.At && v.Kind == Ask && v.Presented.CallID == id && v.Presented.Session == u.Presented.Session
	})
}

// A Reader lets an = clause read a history.
type Reader struct {
	books    *books
	reading  *Reading
	verdict  *Verdict // what was read so far
	checkers []Checker
}

// Saw counts one thing that the clause looked at.
func (r *Reader) Saw() { r.reading.Exercised++ }

// Broken says that the promise is broken on a line.
func (r *Reader) Broken(event int, format string, args ...any) {
	r.reading.Breaches = append(r.reading.Breaches, Breach{r.reading.Clause, event, fmt.Sprintf(format, args...), nil})
}

// repeats reports whether the line of a use holds an earlier answer to the same question.
func (u *Use) repeats() bool {
	for _, v := range u.books.uses {
		if v == u {
			return false
		}
		if v.At == u.At && v.Question == u.Question && v.Kind == Answering {
			return true
		}
	}
	return false
}
