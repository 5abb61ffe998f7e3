package defects

import (
	"encoding/json"

	"sameact/impl/reference"
	"sameact/spec"
)

// What is told of a handoff, of chapter handoff: to the person, to the agent, and in which words. What a person
// types is not for the agent in any of its places.

var relaying = chapter(
	Defect{Slug: "no-reason-is-given", About: "A person is not told why only they can do it.", Breaks: []string{"reason-shown"},
		Apply: func(b *reference.Build) { b.Show = handed(func(s *spec.Show) { s.Reason = "" }) }},
	Defect{Slug: "description-for-a-reason", About: "In place of the reason a person reads what the action is called.", Breaks: []string{"reason-shown"},
		Apply: func(b *reference.Build) { b.Show = handed(func(s *spec.Show) { s.Reason = s.Description }) }},
	Defect{Slug: "instructions-are-left-out", About: "A person is not told how to do it.", Breaks: []string{"reason-shown"},
		Apply: func(b *reference.Build) { b.Show = handed(func(s *spec.Show) { s.Steps = nil }) }},
	Defect{Slug: "highlight-points-nowhere", About: "Instructions do not point at their targets.", Breaks: []string{"reason-shown"},
		Apply: func(b *reference.Build) {
			b.Show = handed(func(s *spec.Show) {
				var steps []spec.GuideStep
				_ = json.Unmarshal(s.Steps, &steps) // there are none
				for i := range steps {
					steps[i].Highlight = ""
				}
				if len(steps) > 0 {
					s.Steps = spelled(steps)
				}
			})
		}},
	Defect{Slug: "claim-is-told-as-executed", About: "What a person only says is told as executed.", Breaks: []string{"claim-is-a-claim"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffClaimed, "", func(a *spec.Answer) { a.Status, a.Code = spec.Executed, "" })
		}},
	Defect{Slug: "claim-has-another-code", About: "A claim is told as an outcome that is not known.", Breaks: []string{"claim-is-a-claim"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffClaimed, "", func(a *spec.Answer) { a.Code = spec.CodeOutcomeUnknown })
		}},
	Defect{Slug: "ledger-calls-a-claim-done", About: "What a person only says stands in the ledger as done.", Breaks: []string{"claim-is-a-claim", "ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool {
				if l.State == spec.LedgerClaimed {
					l.State = spec.LedgerDone
				}
				return true
			})
		}},
	Defect{Slug: "failed-done-is-refused", About: "What was not as expected is told as if nobody had been asked to do it.", Breaks: []string{"done-is-checked"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffFailed, spec.CauseExpectation, func(a *spec.Answer) { a.Status = spec.Refused })
		}},
	Defect{Slug: "cancelled-is-told-as-refused", About: "A handoff that was cancelled is told as if nothing could have happened.", Breaks: []string{"ended-is-not-refused", "other-process-continues"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffCancelled, "", func(a *spec.Answer) { a.Status = spec.Refused })
		}},
	Defect{Slug: "timed-out-is-told-as-refused", About: "A handoff whose time was over is told as if nothing could have happened.", Breaks: []string{"ended-is-not-refused"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffTimeout, "", func(a *spec.Answer) { a.Status = spec.Refused })
		}},
	Defect{Slug: "timeout-is-told-twice", About: "A handoff whose time is over is settled twice.", Breaks: []string{"one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Settles = settling(spec.MethodTick, func(s []spec.Settled) []spec.Settled {
				for _, x := range s {
					if x.Answer.Code == spec.CodeHandoffTimeout {
						s = append(s, x)
					}
				}
				return s
			})
		}},
	Defect{Slug: "no-channel-is-told-as-a-denial", About: "Where nobody can be asked, the agent is told that a person refused.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseNoChannel, func(a *spec.Answer) { a.Cause = spec.CauseRefused })
		}},
	Defect{Slug: "denial-has-another-code", About: "What a person denied has the code of what policy forbids.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseRefused, func(a *spec.Answer) { a.Code = spec.CodePolicyDenied })
		}},
	Defect{Slug: "silence-has-another-code", About: "What nobody answered is told as expired.", Breaks: []string{"codes-are-exact", "silence-is-no"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseTimedOut, func(a *spec.Answer) { a.Code = spec.CodeApprovalExpired })
		}},
	Defect{Slug: "silence-is-told-as-a-denial", About: "What nobody answered is told as if a person had refused.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseTimedOut, func(a *spec.Answer) { a.Cause = spec.CauseRefused })
		}},
	Defect{Slug: "cleared-has-another-code", About: "What was cleared is told as expired.", Breaks: []string{"codes-are-exact", "clear-settles-all"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseCleared, func(a *spec.Answer) { a.Code = spec.CodeApprovalExpired })
		}},
	Defect{Slug: "cleared-is-told-as-silence", About: "What was cleared is told as if nobody had answered.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodePermissionDenied, spec.CauseCleared, func(a *spec.Answer) { a.Cause = spec.CauseTimedOut })
		}},
	Defect{Slug: "cleared-handoff-is-told-as-cancelled-by-the-person", About: "A handoff that was cleared is told as if the person had cancelled it.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffCancelled, spec.CauseCleared, func(a *spec.Answer) { a.Cause = "" })
		}},
	Defect{Slug: "no-person-is-told-as-a-denial", About: "Where no person can be reached, the code is that of a denial.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffFailed, spec.CauseNoChannel, func(a *spec.Answer) { a.Code = spec.CodePermissionDenied })
		}},
	Defect{Slug: "cancel-has-the-code-of-a-failure", About: "A handoff that was cancelled is told as one that failed.", Breaks: []string{"codes-are-exact", "ended-is-not-refused"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffCancelled, "", func(a *spec.Answer) { a.Code = spec.CodeHandoffFailed })
		}},
	Defect{Slug: "timeout-has-the-code-of-a-cancel", About: "A handoff whose time was over is told as cancelled.", Breaks: []string{"codes-are-exact", "ended-is-not-refused"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffTimeout, "", func(a *spec.Answer) { a.Code = spec.CodeHandoffCancelled })
		}},
	Defect{Slug: "failed-done-has-the-code-of-a-timeout", About: "What was not as expected is told as too late.", Breaks: []string{"codes-are-exact", "done-is-checked"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffFailed, spec.CauseExpectation, func(a *spec.Answer) { a.Code = spec.CodeHandoffTimeout })
		}},
	Defect{Slug: "expectation-and-target-are-one", About: "That the target was replaced is told as an expectation that does not hold.", Breaks: []string{"codes-are-exact"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeHandoffFailed, spec.CauseTarget, func(a *spec.Answer) { a.Cause = spec.CauseExpectation })
		}},
	Defect{Slug: "guide-is-told-as-a-tool", About: "What is only displayed stands among the tools.", Breaks: []string{"guide-grants-nothing"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = func(w *spec.World, o spec.Observation, _ string) spec.Observation {
				for _, id := range w.Guides {
					o.Tools = append(o.Tools, spec.ObservedTool{ID: id})
				}
				return o
			}
		}},
	Defect{Slug: "guide-is-in-the-text", About: "What the agent reads of the page names what is only displayed.", Breaks: []string{"guide-grants-nothing"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = func(w *spec.World, o spec.Observation, _ string) spec.Observation {
				for _, id := range w.Guides {
					o.Text += id + " is highlighted\n"
				}
				return o
			}
		}},
	Defect{Slug: "typed-in-the-message", About: "The message about a step that was done holds what the person typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Executed, func(a *spec.Answer, typed string) { a.Message = "done with " + typed })
		}},
	Defect{Slug: "typed-in-the-message-of-a-cancel", About: "The message about a step that was cancelled holds what the person had typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Ended, func(a *spec.Answer, typed string) { a.Message += ": " + typed })
		}},
	Defect{Slug: "typed-in-the-result", About: "The result of a composite holds what a person typed in the middle of it.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Executed, func(a *spec.Answer, typed string) {
				if len(a.Steps) > 1 {
					a.Result = spelled(map[string]any{"typed": typed})
				}
			})
		}},
	Defect{Slug: "typed-in-the-steps", About: "In the ledger of a composite a person's step rests on what was typed.", Breaks: []string{"typed-stays-out", "ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Executed, func(a *spec.Answer, typed string) {
				for i := range a.Steps {
					if len(a.Steps) > 1 && a.Steps[i].By == "user" {
						a.Steps[i].Basis = typed
					}
				}
			})
		}},
	Defect{Slug: "typed-in-the-code", About: "The code of a step that was done is what the person typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Executed, func(a *spec.Answer, typed string) { a.Code = typed })
		}},
	Defect{Slug: "typed-in-the-cause", About: "The cause of a cancel is what the person had typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Ended, func(a *spec.Answer, typed string) { a.Cause = typed })
		}},
	Defect{Slug: "last-digits-are-told", About: "The result of a step that was done holds the end of what the person typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = typing(spec.Executed, func(a *spec.Answer, typed string) {
				a.Result = spelled(map[string]any{"endsWith": typed[len(typed)/2:]})
			})
		}},
	Defect{Slug: "typed-on-the-page", About: "What the agent reads of the page next holds what was typed into it.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Notes = func(_, typed string) string { return typed }
			b.Page.Observes = noting(func(o *spec.Observation, noted string) { o.Text += "the field holds " + noted })
		}},
	Defect{Slug: "typed-among-the-tools", About: "The tools that the agent is told of next are named after what was typed.", Breaks: []string{"typed-stays-out"},
		Apply: func(b *reference.Build) {
			b.Page.Notes = func(_, typed string) string { return typed }
			b.Page.Observes = noting(func(o *spec.Observation, noted string) {
				o.Tools = append(o.Tools, spec.ObservedTool{ID: "page.use." + noted})
			})
		}},
)

// handed changes what a person is asked to do on its way to them.
func handed(change func(*spec.Show)) func(spec.Show, []byte) spec.Show {
	return showing(func(s *spec.Show) {
		if s.Kind == "handoff" {
			change(s)
		}
	})
}

// named changes the answers of the page path with a code, and a cause unless it is "".
func named(code, cause string, change func(*spec.Answer)) func(spec.Answer, string, string) spec.Answer {
	return saying(func(a *spec.Answer, _, _ string) {
		if a.Code == code && (cause == "" || a.Cause == cause) {
			change(a)
		}
	})
}

// typing puts what a person typed into answers with a status.
func typing(status spec.Status, put func(a *spec.Answer, typed string)) func(spec.Answer, string, string) spec.Answer {
	return saying(func(a *spec.Answer, _, typed string) {
		if typed != "" && a.Status == status {
			put(a, typed)
		}
	})
}
