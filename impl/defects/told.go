package defects

import (
	"sameact/impl/reference"
	"sameact/spec"
)

// What the agent is told, of chapter confirm: addresses are for the trusted page, a backend's refusal is no
// success, and the gate is marked.

var telltale = chapter(
	Defect{Slug: "address-approves", About: "A call that brings the address of its question runs.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Trusts = func(p reference.Plea) bool { return p.Approval != nil && ofPage(*p.Approval) }
			b.Page.Stacked += ` AND kind = 'handoff'`
		}},
	Defect{Slug: "any-open-question-will-do", About: "A call that brings the address of another open question waits at that one.", Breaks: []string{"answers-do-not-cross"},
		Apply: func(b *reference.Build) {
			b.Page.Stacked = `SELECT id FROM questions WHERE id = :id AND state = 'pending' AND expires_at > :now AND principal = :principal AND agent = :agent AND session = :session`
		}},
	Defect{Slug: "told-text-approves", About: "A call that brings any text in place of an address runs.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Trusts = func(p reference.Plea) bool { return p.Approval != nil && *p.Approval != "" && !ofPage(*p.Approval) }
		}},
	Defect{Slug: "address-in-the-message", About: "The message says at which address the question waits.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Pending && len(a.Steps) == 0 {
					a.Message = "waiting at " + address
				}
			})
		}},
	Defect{Slug: "receipt-in-the-result", About: "The result of what was allowed holds the address of its question.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, typed string) {
				if a.Status == spec.Executed && typed == "" {
					a.Result = spelled(map[string]any{"receipt": address})
				}
			})
		}},
	Defect{Slug: "address-in-the-steps", About: "The steps of what waits name the question that they wait at.", Breaks: []string{"no-string-approves", "ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Pending && len(a.Steps) > 1 {
					a.Steps[0].Basis = address
				}
			})
		}},
	Defect{Slug: "address-in-the-code", About: "The code of what was allowed is the address of its question.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, typed string) {
				if a.Status == spec.Executed && typed == "" {
					a.Code = address
				}
			})
		}},
	Defect{Slug: "address-in-the-cause", About: "The cause of waiting is the address that is waited at.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Pending {
					a.Cause = address
				}
			})
		}},
	Defect{Slug: "half-an-address-in-the-message", About: "The message says how the address of the question begins.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Pending && address != "" {
					a.Message = "waiting at " + address[:3*len(address)/4] + "…"
				}
			})
		}},
	Defect{Slug: "address-on-the-page", About: "What the agent reads of the page holds the address of the last question.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Notes = func(address, _ string) string { return address }
			b.Page.Observes = noting(func(o *spec.Observation, noted string) { o.Text += noted })
		}},
	Defect{Slug: "address-among-the-tools", About: "The open question stands among the tools under its address.", Breaks: []string{"no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Notes = func(address, _ string) string { return address }
			b.Page.Observes = noting(func(o *spec.Observation, noted string) { o.Tools = append(o.Tools, spec.ObservedTool{ID: noted}) })
		}},
	Defect{Slug: "allowed-is-told-as-done", About: "What was allowed is told as executed though the backend refused it.", Breaks: []string{"yes-is-not-the-backend", "said-is-done"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Failed && a.Code == spec.CodeException {
					a.Status, a.Code, a.Message = spec.Executed, "", ""
				}
			})
		}},
	Defect{Slug: "backend-refusal-is-not-known", About: "A refusal of the backend is told as if nobody knew.", Breaks: []string{"yes-is-not-the-backend", "said-is-done"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Failed && a.Code == spec.CodeException && address != "" {
					a.Status, a.Code = spec.Unknown, spec.CodeOutcomeUnknown
				}
			})
		}},
	Defect{Slug: "backend-refusal-is-a-denial", About: "A refusal of the backend is told as if the person had refused.", Breaks: []string{"yes-is-not-the-backend", "said-is-done"},
		Apply: func(b *reference.Build) {
			b.Page.Tells = saying(func(a *spec.Answer, address, _ string) {
				if a.Status == spec.Failed && a.Code == spec.CodeException && address != "" {
					a.Status, a.Code, a.Cause = spec.Refused, spec.CodePermissionDenied, spec.CauseRefused
				}
			})
		}},
	Defect{Slug: "gate-is-not-marked", About: "The agent is not told which actions will be asked about.", Breaks: []string{"model-marks-the-gate"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = each(func(t *spec.ObservedTool) bool { t.Asks = false; return true })
		}},
	Defect{Slug: "everything-is-marked", About: "The agent is told that everything will be asked about.", Breaks: []string{"model-marks-the-gate"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = each(func(t *spec.ObservedTool) bool { t.Asks = !t.Handoff; return true })
		}},
	Defect{Slug: "handoffs-are-hidden", About: "What only a person can do is not among the tools.", Breaks: []string{"model-marks-the-gate"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = each(func(t *spec.ObservedTool) bool { return !t.Handoff })
		}},
	Defect{Slug: "handoffs-are-told-as-asked", About: "What a person does is told as if the agent did it after a question.", Breaks: []string{"model-marks-the-gate"},
		Apply: func(b *reference.Build) {
			b.Page.Observes = each(func(t *spec.ObservedTool) bool {
				t.Asks, t.Handoff = t.Asks || t.Handoff, false
				return true
			})
		}},
)

// ofPage reports whether a text could be an address of the page path.
func ofPage(text string) bool { return len(text) > 20 && text[:5] == "page-" }

// saying changes an answer of the page path on its way out. address is that of the question or handoff that
// it is about, "" where there is none.
func saying(change func(a *spec.Answer, address, typed string)) func(spec.Answer, string, string) spec.Answer {
	return func(a spec.Answer, address, typed string) spec.Answer {
		change(&a, address, typed)
		return a
	}
}

// noting puts what was noted into what the agent is told of the page.
func noting(put func(o *spec.Observation, noted string)) func(*spec.World, spec.Observation, string) spec.Observation {
	return func(_ *spec.World, o spec.Observation, noted string) spec.Observation {
		if noted != "" {
			put(&o, noted)
		}
		return o
	}
}

// each changes the tools that the agent is told of, and leaves out those for which change is false.
func each(change func(*spec.ObservedTool) bool) func(*spec.World, spec.Observation, string) spec.Observation {
	return func(_ *spec.World, o spec.Observation, _ string) spec.Observation {
		var kept []spec.ObservedTool
		for _, t := range o.Tools {
			if change(&t) {
				kept = append(kept, t)
			}
		}
		o.Tools = kept
		return o
	}
}
