package defects

import (
	"encoding/json"
	"slices"
	"strings"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter confirm: who is asked on the page, and what an answer is worth. Grants stand in grants.go, what the
// agent is told in told.go.

var confirm = slices.Concat(asking, granting, telltale)

var asking = chapter(
	Defect{Slug: "declared-ask-runs", About: "Of two reasons to ask, the declaration and the danger, each is left to the other.", Breaks: []string{"level-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Spares = alone(func(q reference.PageQuery) bool { return q.Action.Confirm == "ask" && q.Action.Risk == "danger" })
		}},
	Defect{Slug: "every-time-is-once", About: "What is asked about every time is not asked about again for the very same call.", Breaks: []string{"level-asks", "no-string-approves"},
		Apply: func(b *reference.Build) {
			b.Page.Leaves = func(word string) bool { return word != "deny" }
			b.Page.Given = b.Page.Given.With("offered", `offers = 1 AND :word = 'always' OR level = 2 AND :word = 'allow'`)
			b.Page.Honours = func(l reference.Level) bool { return l != reference.None }
			b.Page.Serves = b.Page.Serves.With("same", `EXISTS (SELECT 1 FROM questions q WHERE q.id = grants.question AND (q.level = 1 OR q.print = :print))`)
		}},
	Defect{Slug: "declared-none-is-asked-about", About: "That an action needs no question is not believed where the default asks.", Breaks: []string{"level-lets-pass"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(w *spec.World, a *spec.Action) bool {
				a.Confirm = strings.TrimPrefix(a.Confirm, "none")
				return false
			}, 0)
		}},
	Defect{Slug: "export-is-a-read", About: "A danger that only reads is taken for a read.", Breaks: []string{"danger-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Spares = alone(func(q reference.PageQuery) bool { return q.Action.Risk == "danger" && q.Action.Scope == "read" })
		}},
	Defect{Slug: "stricter-mode-is-not-read", About: "Writes run unasked in the stricter mode too.", Breaks: []string{"danger-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Spares = alone(func(q reference.PageQuery) bool { return byDefault(q, "write") && q.World.ConfirmDefault == "writes" })
		}},
	Defect{Slug: "unknown-mode-is-the-default", About: "A mode that nobody knows is taken for the one that asks less.", Breaks: []string{"danger-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Spares = alone(func(q reference.PageQuery) bool {
				return byDefault(q, "write") && !slices.Contains([]string{"danger", "writes", ""}, q.World.ConfirmDefault)
			})
		}},
	Defect{Slug: "looking-is-asked-about", About: "What only reads is asked about.", Breaks: []string{"quiet-by-default"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool { return a.Confirm == "" && a.Risk == "read" }, reference.Ask)
		}},
	Defect{Slug: "stricter-mode-is-always-on", About: "Writes are asked about in every mode.", Breaks: []string{"quiet-by-default", "level-lets-pass", "no-double-ask"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool { return a.Confirm == "" && a.Risk == "write" }, reference.Ask)
		}},
	Defect{Slug: "misspelt-confirm-is-the-default", About: "A confirmation word that nobody knows is passed over.", Breaks: []string{"declaration-decides", "no-grant-for-always"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool {
				if !slices.Contains([]string{"none", "ask", "always"}, a.Confirm) {
					a.Confirm = ""
				}
				return false
			}, 0)
		}},
	Defect{Slug: "missing-risk-is-harmless", About: "An action without a risk is taken to have none.", Breaks: []string{"declaration-decides"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool { return a.Confirm == "" && a.Risk == "" }, reference.None)
		}},
	Defect{Slug: "unknown-risk-is-harmless", About: "A risk that nobody knows is taken for none.", Breaks: []string{"declaration-decides"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool {
				return a.Confirm == "" && !slices.Contains([]string{"read", "write", "danger", ""}, a.Risk)
			}, reference.None)
		}},
	Defect{Slug: "stricter-declaration-is-overruled", About: "Where the default does not ask, a declaration that does is not read.", Breaks: []string{"declaration-decides"},
		Apply: func(b *reference.Build) {
			b.Page.Level = levels(func(w *spec.World, a *spec.Action) bool {
				return a.Confirm == "ask" && (a.Risk == "read" || a.Risk == "write" && w.ConfirmDefault != "writes")
			}, reference.None)
		}},
	Defect{Slug: "undeclared-button-runs", About: "An action of the page that nobody declared runs.", Breaks: []string{"declaration-decides"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("declared", func(q reference.PageQuery) bool { return !q.Callable || !q.Declared && q.Refused })
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool { return a.ID == "" }, reference.None)
		}},
	Defect{Slug: "input-is-checked-after-the-yes", About: "A person is asked about input that does not fit, and told so afterwards.", Breaks: []string{"validated-before-asked"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("input", func(q reference.PageQuery) bool { return q.Reached && !q.Fits })
		}},
	Defect{Slug: "target-is-looked-up-after-the-yes", About: "A person is asked about a target that is not there.", Breaks: []string{"validated-before-asked"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("target", func(q reference.PageQuery) bool { return q.Reached && !q.Resolved }).
				With("input", func(q reference.PageQuery) bool { return q.Resolved && !q.Fits })
		}},
	Defect{Slug: "reference-is-read-again", About: "What a reference stands for is looked up again after the yes.", Breaks: []string{"shown-is-run"},
		Apply: func(b *reference.Build) { b.Page.Frozen = func(reference.Step) bool { return false } }},
	Defect{Slug: "no-channel-is-a-yes", About: "Where nobody can be asked, the act runs.", Breaks: []string{"no-channel-no-run"},
		Apply: func(b *reference.Build) { b.Page.Mute = func(reference.Level) bool { return true } }},
	Defect{Slug: "asks-where-nobody-listens", About: "Where nobody can be asked, the question is put all the same, and waits.", Breaks: []string{"no-channel-no-run"},
		Apply: func(b *reference.Build) { b.Page.Reaches = func(*spec.World) bool { return true } }},
	Defect{Slug: "yes-at-the-deadline-counts", About: "At the very instant at which a question is over a yes is still taken.", Breaks: []string{"silence-is-no"},
		Apply: func(b *reference.Build) { b.Page.Allow = b.Page.Allow.With("unexpired", `expires_at >= :now`) }},
	Defect{Slug: "yes-after-the-silence-counts", About: "A yes to a question that was settled by silence runs the act.", Breaks: []string{"silence-is-no"},
		Apply: func(b *reference.Build) {
			revives(b, "timed-out")
			b.Page.Allow = b.Page.Allow.With("unexpired", `expires_at <> :now OR state = 'timed-out'`)
		}},
	Defect{Slug: "silence-leaves-it-open", About: "A question that nobody answers in time is never settled.", Breaks: []string{"silence-is-no", "refusal-ends-it"},
		Apply: func(b *reference.Build) {
			b.Page.Overdue = b.Page.Overdue.With("overdue", `kind = 'handoff' AND expires_at <= :now`)
		}},
	Defect{Slug: "silence-is-consent", About: "A question that nobody answers in time is allowed.", Breaks: []string{"silence-is-no"},
		Apply: func(b *reference.Build) {
			b.Page.Silence, b.Page.Allow = "allow", b.Page.Allow.With("unexpired", `expires_at > :now OR :at_session IS NULL`)
		}},
	Defect{Slug: "questions-live-five-minutes", About: "A question on the page is over after five minutes.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) { b.Page.Prompt = lifetimeOr(300000) }},
	Defect{Slug: "question-is-over-a-moment-early", About: "In its last millisecond a question on the page can no longer be answered.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) { b.Page.Allow = b.Page.Allow.With("unexpired", `expires_at - 1 > :now`) }},
	Defect{Slug: "prompt-timeout-is-not-read", About: "How long a question stays open is not what the application says.", Breaks: []string{"silence-is-no"},
		Apply: func(b *reference.Build) { b.Page.Prompt = func(json.RawMessage) int64 { return 600000 } }},
	Defect{Slug: "yes-after-the-clear-counts", About: "A yes to a question that was cleared runs the act, also where its session is over, and an always grants it.", Breaks: []string{"clear-settles-all", "one-decision-one-call", "grant-dies"},
		Apply: func(b *reference.Build) { revives(b, "cleared") }},
	Defect{Slug: "clear-tells-it-twice", About: "A clear settles each question twice.", Breaks: []string{"clear-settles-all", "one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Settles = settling(spec.MethodClear, func(s []spec.Settled) []spec.Settled { return append(s, s...) })
		}},
	Defect{Slug: "clear-tells-nobody", About: "Who waits for a question that is cleared is not told.", Breaks: []string{"clear-settles-all"},
		Apply: func(b *reference.Build) {
			b.Page.Settles = settling(spec.MethodClear, func([]spec.Settled) []spec.Settled { return nil })
		}},
	Defect{Slug: "clear-leaves-it-open", About: "A clear does not reach the questions of the page.", Breaks: []string{"clear-settles-all", "refusal-ends-it", "one-end"},
		Apply: func(b *reference.Build) { delete(b.Page.Sweeps, spec.MethodClear) }},
	Defect{Slug: "clear-reaches-every-conversation", About: "A clear settles the questions of other conversations too.", Breaks: []string{"honest-approval-runs", "person-done-continues"},
		Apply: func(b *reference.Build) {
			b.Page.Sweeps[spec.MethodClear] = `SELECT id, state FROM questions WHERE state = 'pending' ORDER BY asked_at, rowid`
		}},
	Defect{Slug: "denial-is-of-the-action", About: "What a person denied is remembered by the action's name, not by what it brings about.", Breaks: []string{"refusal-ends-it"},
		Apply: func(b *reference.Build) {
			b.Page.Raises = func(l reference.Level, _ bool) reference.Level { return l }
		}},
	Defect{Slug: "silence-is-no-denial", About: "A question that nobody answered is asked by another name without a question.", Breaks: []string{"refusal-ends-it"},
		Apply: func(b *reference.Build) {
			b.Page.Recalls = func(cause string) bool { return cause != spec.CauseTimedOut }
		}},
	Defect{Slug: "clear-is-no-denial", About: "What was cleared is done by another name without a question.", Breaks: []string{"refusal-ends-it"},
		Apply: func(b *reference.Build) {
			b.Page.Recalls = func(cause string) bool { return cause != spec.CauseCleared }
		}},
	Defect{Slug: "undeclared-runs-after-a-denial", About: "An undeclared action that does what was denied runs.", Breaks: []string{"refusal-ends-it"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("declared", func(q reference.PageQuery) bool { return !q.Callable || !q.Declared && !q.Refused })
			b.Page.Spares = alone(func(q reference.PageQuery) bool { return !q.Declared })
		}},
	Defect{Slug: "denial-reaches-other-conversations", About: "What was denied in one conversation is asked about in all.", Breaks: []string{"quiet-by-default"},
		Apply: func(b *reference.Build) { b.Page.Refused = b.Page.Refused.Without("session") }},
	Defect{Slug: "denial-reaches-other-users", About: "What one person denied is asked about for everybody.", Breaks: []string{"quiet-by-default"},
		Apply: func(b *reference.Build) { b.Page.Refused = b.Page.Refused.Without("principal") }},
	Defect{Slug: "ended-question-can-be-allowed", About: "The end of a session leaves its questions open, and a yes runs them, an always with its grant.", Breaks: []string{"one-decision-one-call", "grant-dies"},
		Apply: func(b *reference.Build) {
			delete(b.Page.Sweeps, spec.MethodEnd)
			b.Page.Continue = b.Page.Continue.Without("waiting")
		}},
	Defect{Slug: "anybody-answers-on-the-page", About: "Who allows what was asked on the page is not looked at.", Breaks: []string{"owner-answers"},
		Apply: func(b *reference.Build) {
			b.Page.Allow = b.Page.Allow.With("owner", `:word = 'allow' OR principal = :by`)
		}},
	Defect{Slug: "anybody-grants", About: "Who answers always on the page is not looked at.", Breaks: []string{"owner-answers", "danger-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Allow = b.Page.Allow.With("owner", `:word = 'always' OR principal = :by`)
		}},
	Defect{Slug: "any-text-approves-on-the-page", About: "On the page every text but deny is a yes.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) {
			exactly := b.Page.Decides
			b.Page.Decides = func(raw json.RawMessage) string {
				if word := exactly(raw); word != "" || len(raw) == 0 || raw[0] != '"' {
					return word
				}
				return "allow"
			}
		}},
	Defect{Slug: "answered-in-another-conversation", About: "A yes on the page may be given in any conversation.", Breaks: []string{"same-session"},
		Apply: func(b *reference.Build) { b.Page.Allow = b.Page.Allow.Without("asked-in") }},
	Defect{Slug: "answered-for-another-agent", About: "For which agent a yes on the page is given is not looked at.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) { b.Page.Allow = b.Page.Allow.Without("asked-by") }},
	Defect{Slug: "confirmed-is-believed-on-the-page", About: "A call of the page that says of itself that it is confirmed runs.", Breaks: []string{"flag-is-not-permission"},
		Apply: func(b *reference.Build) {
			b.Page.Trusts = claimed(func(claims map[string]any) bool { return claims["confirmed"] == true })
		}},
)

// alone spares calls that are one step of the agent's and bring nothing along.
func alone(spares func(reference.PageQuery) bool) func(reference.PageQuery, reference.Level) bool {
	return func(q reference.PageQuery, _ reference.Level) bool {
		return q.Plain && len(q.Action.Steps) == 0 && q.Action.Handoff == nil && spares(q)
	}
}

// byDefault reports whether an action of a risk says nothing of its own about being asked about.
func byDefault(q reference.PageQuery, risk string) bool {
	return q.Action.Confirm == "" && q.Action.Risk == risk && !q.Refused
}

// levels reads declarations as usual but for those that is finds, which have a level of their own. It may
// change the declaration that is read.
func levels(is func(*spec.World, *spec.Action) bool, of reference.Level) func(*spec.World, spec.Action) reference.Level {
	usual := reference.Obeying(reference.RePresent).Page.Level
	return func(w *spec.World, a spec.Action) reference.Level {
		if is(w, &a) {
			return of
		}
		return usual(w, a)
	}
}

// revives lets a question that has ended so be allowed, and its run go on.
func revives(b *reference.Build, state string) {
	b.Page.Allow = b.Page.Allow.With("open", `state IN ('pending', '`+state+`')`)
	b.Page.Continue = b.Page.Continue.Without("waiting")
}

// settling changes what one method is told to have settled.
func settling(method string, change func([]spec.Settled) []spec.Settled) func(string, []spec.Settled) []spec.Settled {
	return func(m string, s []spec.Settled) []spec.Settled {
		if m != method {
			return s
		}
		return change(s)
	}
}
