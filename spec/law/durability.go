package law

import (
	"encoding/json"
	"fmt"
	"slices"

	"sameact/spec"
)

// Chapter durability: across processes and crashes.

var durable = []string{"durable"}

var durability = chapter("durability",
	&Clause{Slug: "other-process-continues", Direction: Plus, Source: "S1 F", Needs: durable,
		Sentence: "Asked in one process, answered in another, used in a third: it runs.",
		Harm:     "A yes is lost whenever work moves to another worker.",
		Sees:     movedOn("other-process-continues")},
	&Clause{Slug: "crash-before-spend", Direction: Plus, Source: "S1", Needs: durable,
		Sentence: "Killed before consumption: still usable after restart.",
		Harm:     "Every restart asks people again for what they just answered.",
		Sees:     movedOn("crash-before-spend")},
	&Clause{Slug: "crash-after-spend", Direction: Minus, Source: "S1", Needs: durable,
		Sentence: "Killed after consumption, before or after the effect: it never runs again.",
		Harm:     "The mail that went out just before the crash goes out again.",
		Sees:     isSpent("crash-after-spend")},
	&Clause{Slug: "nothing-lost", Direction: Says, Source: "S1", Needs: durable,
		Sentence: "After a kill at any point every acknowledged decision and audit fact is still there.",
		Harm:     "What a person said, and what was done on it, is gone.",
		Reads:    func(r *Reader) { r.lostAnswers(); r.lostRecords() }},
	&Clause{Slug: "clock-back", Direction: Minus, Source: "F", Needs: []string{"durable", "expiry"},
		Sentence: "What one process has expired (by use, decision or tick), another whose clock runs behind does not revive.",
		Harm:     "A machine whose clock is wrong acts on approvals that are over.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || !u.Ended.Stands.Allowed || !u.Began.Stands.Expired || u.Ended.Now >= u.Question.Expires {
				return ""
			}
			return fmt.Sprintf("it had been met expired, at or after %s, and the clock of this process stands at %s", spec.SpellTime(u.Question.Expires), spec.SpellTime(u.Ended.Now))
		}},
	&Clause{Slug: "one-winner", Direction: Plus, Source: "S1", Needs: durable,
		Sentence: "Presented by several at once, one of them runs.",
		Harm:     "Two workers block each other, and what was approved is never done.",
		Sees:     movedOn("one-winner")},
	&Clause{Slug: "one-use-under-race", Direction: Minus, Source: "S1", Needs: durable,
		Sentence: "Presented by several callers or processes at once, not more than one runs.",
		Harm:     "Two workers send the same mail.",
		Sees:     isSpent("one-use-under-race")},
	&Clause{Slug: "orders-as-one", Direction: Minus, Source: "S1", Needs: durable,
		Sentence: "Concurrent uses explain as one after the other.",
		Harm:     "Each worker is told something that makes sense, and all of it together cannot be true.",
		Reads:    func(r *Reader) { r.orders() }},
)

// movedOn is the Sees of a clause that owns one way in which an act's surroundings moved to another process.
func movedOn(slug string) func(*Use) string {
	return func(u *Use) string {
		owner, why := u.elsewhere()
		if owner != slug {
			return ""
		}
		return why
	}
}

// elsewhere finds the clause that owns that a use is made beside others, after a crash, or in another process
// than the question or its answer; "" where it is not.
func (u *Use) elsewhere() (owner, why string) {
	q := u.Question
	switch {
	case q == nil || !u.tries() || !u.Ended.Stands.Allowed || u.woken() || u.Kind == Answering && !u.Allows:
		return "", ""
	case u.raced():
		return "one-winner", "it was presented by another process at the same time"
	case u.books.crashes > q.Crashes && u.crashesBefore() > q.Crashes:
		return "crash-before-spend", "a process was killed before the yes was used"
	case u.Process != q.Process:
		return "other-process-continues", "it was asked by " + processName(q.Process) + " and is used by " + processName(u.Process)
	case u.Began.Stands.Process != "" && u.Began.Stands.Process != u.Process:
		return "other-process-continues", "it was answered in " + processName(u.Began.Stands.Process) + " and is used by " + processName(u.Process)
	}
	return "", ""
}

func processName(life string) string {
	if life[0] == '#' {
		return "the first process, life " + life[1:]
	}
	return life
}

// raced reports whether another process tried to use the same approval at the same time.
func (u *Use) raced() bool {
	return slices.ContainsFunc(u.Beside, func(v *Use) bool { return v.tries() && v.Process != u.Process })
}

// crashesBefore counts the processes that had been killed when a use was made.
func (u *Use) crashesBefore() int {
	n := 0
	for _, e := range u.books.history[:u.At] {
		if e.Is(spec.VerbCrash) {
			n++
		}
	}
	return n
}

// lostAnswers looks at what is said after a kill of questions that were answered, or shown to their
// caller, before it: a yes is not asked about again, a no does not become an open question.
func (r *Reader) lostAnswers() {
	for _, u := range r.books.uses {
		q := u.Question
		if q == nil || u.Answer == nil || u.crashesBefore() == 0 || u.Kind == Waking {
			continue
		}
		acknowledged := r.acknowledged(q, u)
		if acknowledged == "" {
			continue
		}
		r.Saw()
		switch said := u.status(); {
		case u.Kind == Presentation && said == spec.Pending && len(drifts(u)) == 0:
			r.Broken(u.AnswerAt, "its question was answered with %s before a process was killed, and is open again", acknowledged)
		case u.Kind == Answering && acknowledged == "deny" && said == spec.Recorded:
			r.Broken(u.AnswerAt, "it was denied before a process was killed, and can be answered again")
		}
	}
}

// acknowledged is the answer to a question that its gate confirmed before the last kill before a use:
// allow or deny; "" where there is none or two that differ.
func (r *Reader) acknowledged(q *Question, u *Use) string {
	if q.Stands.Doubt != "" {
		return ""
	}
	killed := lastCrash(r.books.history, u.At)
	word := ""
	for _, v := range r.books.uses {
		if v.Question != q || v.Kind != Answering || v.Answer == nil || v.At > killed || v.AnswerAt > killed {
			continue
		}
		said := ""
		switch {
		case v.Says == `"deny"` && v.status() == spec.Refused && q.Stands.Denied:
			said = "deny"
		case v.Says == `"allow"` && v.status() == spec.Recorded && v.Ended.Stands.Allowed:
			said = "allow"
		default:
			return ""
		}
		if word != "" && word != said {
			return ""
		}
		word = said
	}
	return word
}

func lastCrash(h spec.History, before int) int {
	for i := before - 1; i >= 0; i-- {
		if h[i].Is(spec.VerbCrash) {
			return i
		}
	}
	return -1
}

// lostRecords compares each audit that is read after a kill with those read before it: a record stays
// as it was, except that a call of unknown outcome may get one.
func (r *Reader) lostRecords() {
	var known []spec.AuditRecord
	read, killed := -1, false
	for i, e := range r.books.history {
		killed = killed || e.Is(spec.VerbCrash) && read >= 0
		if !e.Saw(spec.SeenRecords) {
			continue
		}
		f, _ := e.Get("list")
		var now []spec.AuditRecord
		if json.Unmarshal([]byte(f.JSON()), &now) != nil {
			continue // every-call-audited says so
		}
		if killed {
			r.Saw()
			if lost := missing(known, now); lost != "" {
				r.Broken(i, "%s", lost)
			}
		}
		known, read = now, i
	}
}

// missing says which record of an audit is not in a later one.
func missing(known, now []spec.AuditRecord) string {
	for _, k := range known {
		i := slices.IndexFunc(now, func(n spec.AuditRecord) bool { return n.Seq == k.Seq })
		if i < 0 {
			return fmt.Sprintf("record %d was read before the process was killed, and is gone", k.Seq)
		}
		n := now[i]
		if n.Kind != k.Kind || n.Action != k.Action || n.Decision != k.Decision || n.At != k.At || n.Outcome != k.Outcome && k.Outcome != "unknown" {
			return fmt.Sprintf("record %d was read before the process was killed, and says something else now", k.Seq)
		}
	}
	return ""
}
