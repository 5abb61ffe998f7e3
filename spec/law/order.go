package law

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sameact/spec"
)

// This file turns uses that overlapped into operations on one approval, so that a checker can look for an order,
// one after the other, in which what was answered makes sense. Where each use alone is lawful, the whole may not be:
//
//	p1: resume m1                      both name the right wait, and nobody had woken it
//	p2: resume m1
//	< p1: recorded   < p2: recorded    whichever came first, the other woke it a second time
//
// What one use breaks by itself belongs to that clause. What becomes of an approval stands in life.go.

// A Race is everything that was done with one approval of which at least two uses overlapped.
type Race struct {
	Question *Question
	Ops      []Operation // in the order in which they were called
	End      int         // the line after the last: nothing returns later
}

// An Operation is one use as a race sees it.
type Operation struct {
	Use      *Use
	Process  string
	Line     string // the line that made it, shortened
	Called   int    // index of that line
	Returned int    // index of what showed its outcome; Race.End where nothing did
	Does     Doing
	Outcome  Outcome
	Runs     bool   // the gate runs the act on this decision
	Counts   bool   // of a decision: by the owner of the question, and a yes in its place and in time
	Free     bool   // policy lets it run without a yes
	Late     bool   // it may have met the approval expired
	Drift    string // why it must not take effect, whatever became of the approval; "" where nothing speaks against it
	Excuse   string // why it need not, or ""
}

// A Doing is what an operation does with an approval.
type Doing string

const (
	Presents Doing = "present"
	Allows   Doing = "allow"
	Denies   Doing = "deny"
	Wavers   Doing = "neither" // a decision that is no yes and no no
	Resumes  Doing = "resume"
)

// An Outcome is what is known of an operation.
type Outcome string

const (
	Ran      Outcome = "ran" // it had the act run, or was killed when the approval was spent
	Recorded Outcome = "recorded"
	Refused  Outcome = "refused"
	Pending  Outcome = "pending"
	Unknown  Outcome = "unknown" // it may have taken effect
)

// An Order is what a checker found.
type Order int

const (
	Explained   Order = iota // in some order everything makes sense
	Unexplained              // in none
	Undecided
)

// A Checker looks for an order of the operations of a race that respects which of them came after which.
type Checker func(Race) Order

// MostUnknown is how many operations of unknown outcome a race may have and still be decided: the search
// grows with each of them.
const MostUnknown = 8

// Races finds the races of a history of a gate that declared hello.
func Races(h spec.History, hello spec.Hello) []Race { return fold(h, hello).races() }

// Unknown counts the operations whose outcome is not known.
func (r Race) Unknown() int {
	n := 0
	for _, o := range r.Ops {
		if o.Outcome == Unknown {
			n++
		}
	}
	return n
}

// Until is the race as it was seen up to a line. What had not returned by then may have taken effect.
func (r Race) Until(line int) Race {
	cut := Race{Question: r.Question, End: line + 1}
	for _, o := range r.Ops {
		if o.Called > line {
			continue
		}
		if o.Returned > line {
			o.Returned, o.Outcome = cut.End, Unknown
		}
		cut.Ops = append(cut.Ops, o)
	}
	return cut
}

// String says what was done and what came of it, in the order of the answers.
func (r Race) String() string {
	ops := slices.Clone(r.Ops)
	slices.SortStableFunc(ops, func(a, b Operation) int { return cmp.Compare(a.Returned, b.Returned) })
	var out []string
	for _, o := range ops {
		out = append(out, o.String())
	}
	return strings.Join(out, "; ")
}

func (o Operation) String() string { return fmt.Sprintf("%s → %s", o.Line, o.Outcome) }

func (b *books) races() []Race {
	var out []Race
	var seen []*Question
	for _, u := range b.uses {
		q := u.Question
		if q == nil || q.Forged || len(u.Beside) == 0 || slices.Contains(seen, q) {
			continue
		}
		seen = append(seen, q)
		if r := b.race(q); r.overlaps() {
			out = append(out, r)
		}
	}
	return out
}

func (b *books) race(q *Question) Race {
	r := Race{Question: q, End: len(b.history)}
	for _, u := range b.uses {
		if u.Question == q && !(u.Died && !u.hasSpent() && u.untouched()) {
			r.Ops = append(r.Ops, b.operation(u))
		}
	}
	return r
}

// overlaps reports whether two of the operations were under way at the same time.
func (r Race) overlaps() bool {
	return slices.ContainsFunc(r.Ops, func(o Operation) bool {
		return slices.ContainsFunc(r.Ops, func(p Operation) bool { return slices.Contains(o.Use.Beside, p.Use) })
	})
}

func (b *books) operation(u *Use) Operation {
	e := b.history[u.At]
	o := Operation{Use: u, Process: e.Process, Line: shortLine(e), Called: u.At, Does: u.does(), Free: u.free()}
	o.Outcome, o.Returned = u.came()
	o.Counts = u.Kind == Answering && u.Amiss == (Standing{}) && (o.Does != Denies || e.Str("by") == "" || e.Str("by") == u.Question.Call.Principal)
	o.Runs = u.Kind == Answering && u.Resumes
	o.Late = b.hello.Has("expiry") && u.Ended.Now >= u.Question.Expires
	own := u.ownDrifts()
	o.Excuse = b.mayRefuse(u, o, own)
	if i := slices.IndexFunc(own, func(d Difference) bool { return d.Clause.Missing(b.hello) == "" }); i >= 0 {
		o.Drift = own[i].Why
	}
	return o
}

func shortLine(e spec.Event) string {
	e.Changed, e.Fields = false, nil
	return e.String()
}

func (u *Use) does() Doing {
	switch {
	case u.Kind == Waking:
		return Resumes
	case u.Kind != Answering:
		return Presents
	case u.Amiss.NotYes != "":
		return Wavers
	case u.Allows:
		return Allows
	}
	return Denies
}

// came is what is known of a use, and from which line on: an effect shows that the approval was spent before it
// arrived, whatever is answered later.
func (u *Use) came() (Outcome, int) {
	end := len(u.books.history)
	switch {
	case len(u.Effects) > 0:
		return Ran, u.Effects[0].At
	case u.Died && u.hasSpent():
		return Ran, end
	case u.Answer == nil:
		return Unknown, end
	}
	answers := u.Kind == Answering || u.Kind == Waking
	switch said := u.status(); {
	case said == spec.Recorded && answers, said == spec.Executed && u.Kind == Waking:
		return Recorded, u.AnswerAt
	case said == spec.Refused:
		return Refused, u.AnswerAt
	case said == spec.Pending && !answers:
		return Pending, u.AnswerAt
	}
	return Unknown, u.AnswerAt
}

// ownDrifts are the differences of a use that no order of the others changes: what is presented is not the act,
// not what has become of its approval.
func (u *Use) ownDrifts() []Difference {
	if u.Kind == Waking {
		if owner, why := u.Wake.misnames(u); owner != "" {
			return []Difference{{clause(owner), why}}
		}
		return nil
	}
	lacking, _ := u.noYes()
	spent, _ := u.spent()
	standing := []string{lacking, spent, "expired-runs-nothing", "clock-back", "allow-calls-nothing", "denied-runs-nothing"}
	return slices.DeleteFunc(drifts(u), func(d Difference) bool { return slices.Contains(standing, d.Clause.Slug) })
}

// mayRefuse says why an operation need not take effect although nothing else was done to the approval, or "".
func (b *books) mayRefuse(u *Use, o Operation, own []Difference) string {
	q := u.Question
	switch {
	case len(own) > 0:
		return own[0].Why
	case u.Answer != nil && u.Answer.Str("code") == spec.CodeStorageFailed:
		return "the store failed"
	case !b.addressed(q, u.At):
		return "the address of its question was not told yet"
	case b.clearedBefore(q, o.Returned):
		return "its conversation was cleared or ended"
	case slices.Contains(b.hello.AlsoBinds, "turn") && u.Ended.Opened > q.Opened:
		return "the gate also binds the turn"
	case q.Stands.Stale || q.Stands.Expired && slices.ContainsFunc(b.history, func(e spec.Event) bool { return e.Is(spec.VerbTick) }):
		return "it may have been met expired"
	case u.Began.World != u.Ended.World:
		return "the world changed meanwhile"
	case len(Causes(u.Ended.World, u.Presented)) > 0:
		return "policy forbids it"
	case u.Kind == Waking && (u.Began.Closed == "objective" || u.Ended.Closed == "objective"):
		return "another objective has begun"
	case !b.hello.Has("several") && slices.ContainsFunc(b.asked, func(o *Question) bool { return o.At > q.At && o.Call.Session == q.Call.Session }):
		return "the gate keeps one question a session"
	}
	return u.ownExcuse(q.Stands)
}

// addressed reports whether the caller had the address of a question before a line.
func (b *books) addressed(q *Question, line int) bool {
	return slices.ContainsFunc(b.uses, func(u *Use) bool { return u.At == q.At && u.Act == q.Act && u.Answer != nil && u.AnswerAt < line })
}

// clearedBefore reports whether the conversation of a question was cleared after it was asked and before a line.
func (b *books) clearedBefore(q *Question, line int) bool {
	return slices.ContainsFunc(b.history[q.At:line], func(e spec.Event) bool {
		return (e.Is(spec.VerbClear) || e.Is(spec.VerbEnd)) && (e.Str("session") == q.Call.Session || e.Str("session") == "" && q.Call.Session == spec.DefaultSession)
	})
}

// orders has each race explained in which no use breaks a promise by itself.
func (r *Reader) orders() {
	if len(r.checkers) == 0 {
		return
	}
	for _, race := range r.books.races() {
		if r.verdict.breaksIn(race) {
			continue
		}
		switch r.order(race) {
		case Explained:
			r.Saw()
		case Undecided:
			r.reading.Undecided++
		default:
			r.unexplained(race)
		}
	}
}

// order is what the checkers found: one that finds no order is enough.
func (r *Reader) order(race Race) Order {
	found := Explained
	for _, check := range r.checkers {
		switch o := check(race); {
		case o == Unexplained:
			return o
		case o == Undecided:
			found = o
		}
	}
	return found
}

// unexplained breaks the clause on the first line at which no order explains what was seen so far.
func (r *Reader) unexplained(race Race) {
	ops := slices.Clone(race.Ops)
	slices.SortStableFunc(ops, func(a, b Operation) int { return cmp.Compare(a.Returned, b.Returned) })
	for _, o := range ops {
		seen := race
		if o.Returned < race.End {
			seen = race.Until(o.Returned)
		}
		if r.order(seen) != Unexplained {
			continue
		}
		r.reading.Breaches = append(r.reading.Breaches, Breach{r.reading.Clause, min(o.Returned, len(r.books.history)-1), "no order, one after the other, explains all of this: " + seen.String(), o.Use})
		return
	}
}

// breaksIn reports whether a use of a race breaks a promise by itself.
func (v *Verdict) breaksIn(race Race) bool {
	return slices.ContainsFunc(append(v.Broken(), v.Compound...), func(b Breach) bool {
		return b.Use != nil && slices.ContainsFunc(race.Ops, func(o Operation) bool { return o.Use == b.Use })
	})
}
