package law

import (
	"fmt"
	"time"

	"sameact/spec"
)

// Chapter lifecycle: one approval, one life.

var lifecycle = chapter("lifecycle",
	&Clause{Slug: "honest-approval-runs", Direction: Plus, Source: "S1 F",
		Sentence: "Approved, unexpired, unused, presented with its own act: it runs.",
		Harm:     "A gate that refuses what was approved is switched off."},
	&Clause{Slug: "pending-runs-nothing", Direction: Minus, Source: "S1",
		Sentence: "A pending approval executes nothing.",
		Harm:     "The question is decoration.",
		Sees:     lacksYes("pending-runs-nothing")},
	&Clause{Slug: "denied-runs-nothing", Direction: Minus, Source: "S1 S4",
		Sentence: "A denied one executes nothing, ever, also when a yes follows.",
		Harm:     "No means later.",
		Sees:     lacksYes("denied-runs-nothing")},
	&Clause{Slug: "expired-runs-nothing", Direction: Minus, Source: "S1", Needs: []string{"expiry", "re-present or hold"},
		Sentence: "At or after its expiry instant it executes nothing.",
		Harm:     "An old yes acts on a situation that is gone.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || !u.Ended.Stands.Allowed || u.Ended.Now < u.Question.Expires {
				return ""
			}
			return "it expired at " + spec.SpellTime(u.Question.Expires)
		}},
	&Clause{Slug: "until-expiry", Direction: Plus, Source: "S1", Needs: []string{"expiry"},
		Sentence: "One millisecond before, it runs; time alone does not spoil it.",
		Harm:     "People are asked again for what they just answered.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || u.Ended.Clock == u.Question.Clock || u.Ended.Now >= u.Question.Expires {
				return ""
			}
			return "only time has passed, and it lives until " + spec.SpellTime(u.Question.Expires)
		}},
	&Clause{Slug: "late-yes", Direction: Minus, Source: "S1", Needs: []string{"expiry"},
		Sentence: "A decision at or after expiry approves nothing.",
		Harm:     "A forgotten question is answered by accident days later.",
		Sees:     lacksYes("late-yes")},
	&Clause{Slug: "ten-minutes", Direction: Says, Source: "S1", Needs: []string{"expiry"},
		Sentence: "The connector path's lifetime is the world's approvalTtlMs, ten minutes when absent, and is shown as expiresAt; an unusable value counts as expired.",
		Harm:     "Nobody knows how long a yes is good for.",
		Reads:    func(r *Reader) { r.lifetimes() }},
	&Clause{Slug: "one-use", Direction: Minus, Source: "S1",
		Sentence: "One approval lets at most one external call start.",
		Harm:     "The mail is sent twice.",
		Sees:     isSpent("one-use")},
	&Clause{Slug: "spend-before-effect", Direction: Minus, Source: "S1",
		Sentence: "Presented again while its own effect is in flight, it runs nothing.",
		Harm:     "Two workers send the same mail.",
		Sees:     isSpent("spend-before-effect")},
	&Clause{Slug: "failed-stays-spent", Direction: Minus, Source: "S1",
		Sentence: "An error before, during or after the effect does not give the approval back.",
		Harm:     "A call that may have happened is made again.",
		Sees:     isSpent("failed-stays-spent")},
	&Clause{Slug: "allow-calls-nothing", Direction: Minus, Source: "S1", Needs: []string{"not resumes or hold"},
		Sentence: "Where the act is presented again after the yes, the yes itself calls nothing.",
		Harm:     "The act runs twice, or in a place that nobody watches.",
		Sees: func(u *Use) string {
			if u.Kind != Answering || u.Resumes || !u.Allows {
				return ""
			}
			return "this is only the decision"
		}},
)

// lifetimes compares each shown expiry with the world's lifetime at that moment.
func (r *Reader) lifetimes() {
	for _, q := range r.books.asked {
		if q.Shown == nil || q.Call.Connector == "" {
			continue
		}
		f, ok := q.Shown.Get("expires")
		if !q.Usable {
			r.Saw()
			if t, err := parseSeenTime(f.Text()); ok && (err != nil || t > q.AskedAt) {
				r.Broken(q.ShownAt, "it is shown to live until %s, in a world whose lifetime is unusable", f.Text())
			}
			continue
		}
		r.Saw()
		if t, err := parseSeenTime(f.Text()); !ok || err != nil || t != q.Expires {
			r.Broken(q.ShownAt, "it lives until %s, and is shown as %s", spec.SpellTime(q.Expires), orNothing(f.Text()))
		}
	}
}

// parseSeenTime also reads instants before the beginning, -1s.
func parseSeenTime(s string) (time.Duration, error) {
	if len(s) > 1 && s[0] == '-' {
		d, err := time.ParseDuration(s)
		return d, err
	}
	return spec.ParseTime(s)
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return fmt.Sprintf("%.60s", s)
}
