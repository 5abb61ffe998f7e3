package law

import (
	"encoding/json"
	"strings"

	"sameact/spec"
)

// Chapter outcome: consumed is not sent.

var outcome = chapter("outcome",
	&Clause{Slug: "said-is-done", Direction: Says, Source: "S1",
		Sentence: "The answer's status agrees with the effects that arrived: nothing is called executed because it was approved or consumed, nothing refused that ran.",
		Harm:     "The user is told that the mail was sent, and it was not.",
		Reads:    func(r *Reader) { r.statuses(); r.pageStatuses() }},
	&Clause{Slug: "lost-reply-is-unknown", Direction: Says, Source: "S1",
		Sentence: "When the reply is lost the caller is told that the outcome is unknown.",
		Harm:     "A mail that may have been sent is reported as sent, or as not sent, and then sent again.",
		Reads:    func(r *Reader) { r.lostReplies(); r.pageLost() }},
	&Clause{Slug: "no-blind-retry", Direction: Minus, Source: "S1",
		Sentence: "The gate never repeats an external call by itself after an error or a lost reply.",
		Harm:     "One yes becomes two mails.",
		Reads: func(r *Reader) {
			for _, u := range r.books.everyUse() {
				if len(u.Effects) == 1 && (u.Effects[0].Reply == "refused" || u.Effects[0].Reply == "lost") {
					r.Saw()
				}
			}
		}},
	&Clause{Slug: "decision-apart-from-result", Direction: Says, Source: "S1", Needs: []string{"audit"},
		Sentence: "The audit keeps policy decision and execution result as separate facts.",
		Harm:     "Approved is read as sent.",
		Reads:    func(r *Reader) { r.apart() }},
	&Clause{Slug: "waiting-is-not-executed", Direction: Says, Source: "S1", Needs: []string{"audit"},
		Sentence: "Waiting for confirmation and denied by policy are recorded as not executed.",
		Harm:     "The log shows a call that nobody made.",
		Reads:    func(r *Reader) { r.notExecuted() }},
	&Clause{Slug: "every-call-audited", Direction: Says, Source: "S1", Needs: []string{"audit"},
		Sentence: "Each external call leaves success, error or unknown, with its duration.",
		Harm:     "A failure cannot be investigated.",
		Reads:    func(r *Reader) { r.everyCall() }},
	&Clause{Slug: "unknown-is-carried", Level: Should, Direction: Says, Source: "S1 F", Needs: question,
		Sentence: "A new question for an act whose earlier outcome is unknown says so.",
		Harm:     "The person allows what may have happened already.",
		Reads:    func(r *Reader) { r.carried() }},
)

func (r *Reader) statuses() {
	for _, u := range r.books.uses {
		if u.Answer == nil || u.Mixed {
			continue
		}
		r.Saw()
		ok, refused, lost := 0, 0, 0
		for _, e := range u.Effects {
			switch e.Reply {
			case "refused":
				refused++
			case "lost":
				lost++
			default:
				ok++
			}
		}
		if lost > 0 {
			continue // lost-reply-is-unknown owns it
		}
		switch said := u.status(); {
		case said == spec.Executed && ok == 0 && u.Kind != Waking && !u.repeats(): // what a list says twice is told twice
			r.Broken(u.AnswerAt, "it is called executed, and no effect happened")
		case (said == spec.Refused || said == spec.Pending || said == spec.Recorded) && ok+refused > 0:
			r.Broken(u.AnswerAt, "it is called %s, and the tool was called", said)
		case said == spec.Failed && ok > 0:
			r.Broken(u.AnswerAt, "it is called failed, and the effect happened")
		case said == spec.Unknown && refused == 0:
			r.Broken(u.AnswerAt, "its outcome is called unknown, and it is known")
		}
	}
}

func (r *Reader) lostReplies() {
	for _, u := range r.books.uses {
		if u.Answer == nil || u.Mixed || len(u.Effects) == 0 || u.Effects[len(u.Effects)-1].Reply != "lost" {
			continue
		}
		r.Saw()
		if said := u.status(); said != spec.Unknown {
			r.Broken(u.AnswerAt, "the reply was lost, and the caller is told %s", said)
		}
	}
}

// audits are the records lines of a history, each with what the history holds up to it. Where something was tried while
// the store failed, or the store lost something, nobody can count what has to stand in them.
func (r *Reader) audits(look func(at int, records []spec.AuditRecord)) {
	if r.books.store.used || r.books.store.lost >= 0 {
		return
	}
	for i, e := range r.books.history {
		if !e.Saw(spec.SeenRecords) {
			continue
		}
		f, _ := e.Get("list")
		var records []spec.AuditRecord
		if err := json.Unmarshal([]byte(f.JSON()), &records); err != nil {
			r.Broken(i, "the audit cannot be read: %v", err)
			continue
		}
		look(i, records)
	}
}

func (r *Reader) apart() {
	r.audits(func(at int, records []spec.AuditRecord) {
		for _, a := range records {
			if a.Decision != "" && a.Outcome != "" || a.Kind == "execution" && a.Decision != "" || a.Kind == "decision" && a.Outcome != "" {
				r.Broken(at, "record %d holds decision and result in one", a.Seq)
				return
			}
		}
		ran := 0
		for _, u := range r.books.uses {
			if u.AnswerAt > at || u.At > at || len(u.Effects) == 0 {
				continue
			}
			ran++
		}
		r.Saw()
		if allowed := count(records, func(a spec.AuditRecord) bool { return a.Kind == "decision" && a.Decision == "allowed" }); allowed < ran {
			r.Broken(at, "%d calls were let through, and %d decisions to allow are recorded", ran, allowed)
		}
	})
}

func (r *Reader) notExecuted() {
	r.audits(func(at int, records []spec.AuditRecord) {
		waited, denied := 0, 0
		for _, u := range r.books.uses {
			switch {
			case u.At > at || u.AnswerAt > at || u.Kind != Ask || len(u.Effects) > 0:
			case u.status() == spec.Pending:
				waited++
			case u.status() == spec.Refused && len(Causes(u.Ended.World, u.Presented)) > 0:
				denied++
			}
		}
		if waited+denied > 0 {
			r.Saw()
		}
		for _, a := range records {
			if (a.Decision == "confirmation_required" || a.Decision == "denied") && a.Executed {
				r.Broken(at, "record %d (%s) says executed", a.Seq, a.Decision)
				return
			}
		}
		for word, want := range map[string]int{"confirmation_required": waited, "denied": denied} {
			if got := count(records, func(a spec.AuditRecord) bool { return a.Decision == word }); got < want {
				r.Broken(at, "%d calls were answered so, and %d records say %s", want, got, word)
			}
		}
	})
}

const effectMillis = 40 // what the stage lets each external call last

func (r *Reader) everyCall() {
	r.audits(func(at int, records []spec.AuditRecord) {
		want, unsure := r.calls(at)
		if len(want) == 0 {
			return
		}
		r.Saw()
		for _, a := range records {
			if a.Kind != "execution" {
				continue
			}
			want[a.Action+" "+a.Outcome]--
			switch {
			case !a.Executed:
				r.Broken(at, "record %d is of an external call and does not say executed", a.Seq)
			case a.Duration == nil && a.Outcome != "unknown":
				r.Broken(at, "record %d has no duration", a.Seq)
			case a.Duration != nil && *a.Duration != effectMillis:
				r.Broken(at, "record %d says %d ms, the call took %d", a.Seq, *a.Duration, effectMillis)
			}
		}
		for what, n := range want {
			if n > 0 {
				r.Broken(at, "a call is missing in the audit: %s", what)
			} else if action, outcome, _ := strings.Cut(what, " "); n < 0 && (outcome == "error" || -n > unsure[action]) {
				r.Broken(at, "the audit holds a call that did not happen: %s", what)
			}
		}
	})
}

// calls counts, by action and outcome, the external calls of a history up to a line, and by action those of
// which a kill leaves open whether they were sent, or how they are recorded.
func (r *Reader) calls(at int) (want, unsure map[string]int) {
	want, unsure = map[string]int{}, map[string]int{}
	for _, l := range r.books.page.lines {
		for _, i := range l.items {
			e := r.books.history[i]
			switch reply := l.replyTo(r.books.history, i); {
			case i >= at || !e.Saw(spec.SeenEffect):
			case reply == "unsure", i == l.lastEffect(r.books.history, at) && !l.died && (l.answer == nil || l.answerAt > at):
				unsure[e.Str("action")]++ // or it is still in flight
			default:
				want[e.Str("action")+" "+outcomeOf(reply)]++
			}
		}
	}
	for _, u := range r.books.everyUse() {
		for _, e := range u.Effects {
			switch {
			case e.At >= at || u.Attempt != nil:
			case e.Reply == "unsure":
				unsure[e.Call.Action]++
			default:
				want[e.Call.Action+" "+outcomeOf(e.Reply)]++
			}
		}
		if u.Died && u.At < at && len(u.Effects) == 0 && u.Kind != Waking && !u.unsent() {
			unsure[u.Presented.Action]++
		}
	}
	return want, unsure
}

func outcomeOf(reply string) string {
	switch reply {
	case "refused":
		return "error"
	case "lost", "cut":
		return "unknown"
	}
	return "success"
}

func count(records []spec.AuditRecord, is func(spec.AuditRecord) bool) int {
	n := 0
	for _, a := range records {
		if is(a) {
			n++
		}
	}
	return n
}

// carried looks at each question that was shown after a call of the same act whose reply was lost.
func (r *Reader) carried() {
	for _, q := range r.books.asked {
		if q.Shown == nil {
			continue
		}
		unknown := false
		for _, u := range r.books.uses {
			for _, e := range u.Effects {
				r.carriedBy(q, e.Call, e.At, e.Reply, &unknown)
			}
		}
		for _, l := range r.books.page.lines {
			for _, i := range l.items {
				if e := r.books.history[i]; e.Saw(spec.SeenEffect) && l.run != nil {
					if c, err := l.run.call.With(e); err == nil {
						r.carriedBy(q, c, i, l.replyTo(r.books.history, i), &unknown)
					}
				}
			}
		}
		if !unknown {
			continue
		}
		r.Saw()
		if q.Shown.Str("earlier") != "unknown" {
			r.Broken(q.ShownAt, "an earlier call of this act has an unknown outcome, and the question does not say so")
		}
	}
}

// carriedBy notes whether the outcome of a call of the act of a question is unknown, if it came before the question.
func (r *Reader) carriedBy(q *Question, c spec.Call, at int, reply string, unknown *bool) {
	if at > r.books.store.lost && at < q.ShownAt && c.Connector == q.Call.Connector && c.Action == q.Call.Action &&
		c.Principal == q.Call.Principal && r.books.sameArguments(c, q.Call) {
		*unknown = reply == "lost" || reply == "cut"
	}
}
