package defects

import (
	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter binding, all but the arguments: whose act, where, with what.

var binding = chapter(
	Defect{Slug: "principal-not-bound", About: "A yes serves whoever presents it.", Breaks: []string{"same-principal"},
		Apply: func(b *reference.Build) {
			b.Spend, b.Binds = b.Spend.Without("principal"), func(x reference.Binding, _ spec.Call) reference.Binding { x.Principal = ""; return x }
		}},
	Defect{Slug: "agent-not-bound", About: "The agent is not looked at when a yes is used.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.Without("agent") }},
	Defect{Slug: "absent-agent-skips-the-check", About: "A call that names no agent passes the comparison of agents.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.With("agent", `:agent = '' OR agent = :agent`) }},
	Defect{Slug: "sub-agent-inherits", About: "Agents are compared by how their ids begin.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("agent", `:agent <> '' AND (agent = :agent OR :agent LIKE agent || '.%' OR agent LIKE :agent || '.%')`)
		}},
	Defect{Slug: "answer-for-another-agent", About: "Where the yes is given is not looked at for the agent.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) { b.Allow = b.Allow.Without("asked-by") }},
	Defect{Slug: "session-not-bound", About: "A yes of one conversation serves in another.", Breaks: []string{"same-session"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.Without("session") }},
	Defect{Slug: "answer-in-another-session", About: "The yes may be given in any conversation.", Breaks: []string{"same-session"},
		Apply: func(b *reference.Build) { b.Allow = b.Allow.Without("asked-in") }},
	Defect{Slug: "connector-not-bound", About: "The connector is no part of what is approved; two that declare one action are taken for one.", Breaks: []string{"same-connector"},
		Apply: func(b *reference.Build) {
			b.Spend, b.Binds = b.Spend.Without("connector"), func(x reference.Binding, _ spec.Call) reference.Binding { x.Connector = ""; return x }
		}},
	Defect{Slug: "action-not-bound", About: "The action is no part of what is approved: a yes to send also deletes.", Breaks: []string{"same-action"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.Without("action")
			b.Binds = func(x reference.Binding, _ spec.Call) reference.Binding { x.Action = ""; return x }
			b.Contract = func(w *spec.World, a spec.Action) string { a.ID = ""; return reference.Contract(w, a) }
		}},
	Defect{Slug: "account-not-bound", About: "The account is no part of what is approved.", Breaks: []string{"same-account"},
		Apply: func(b *reference.Build) {
			b.Spend, b.Binds = b.Spend.Without("account", "connection"), func(x reference.Binding, _ spec.Call) reference.Binding { x.Account = ""; return x }
		}},
	Defect{Slug: "origin-not-resolved", About: "Only the presented connection is resolved; what the approval's own connection stands for now is not asked.", Breaks: []string{"same-account"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.Without("connection") }},
	Defect{Slug: "renewed-connection-refused", About: "The connection's id is bound beside the account.", Breaks: []string{"reconnect-keeps"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.With("same-connection", `connection = :connection`) }},
	Defect{Slug: "connection-instead-of-account", About: "The connection's id is bound, not the account that it stands for.", Breaks: []string{"same-account", "reconnect-keeps"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.Without("account", "connection").With("same-connection", `connection = :connection`)
			b.Binds = func(x reference.Binding, c spec.Call) reference.Binding { x.Account = c.Connection; return x }
		}},
	Defect{Slug: "task-not-bound", About: "Approved earlier in this conversation is approved for everything later in it.", Breaks: []string{"same-task", "no-task-is-a-task"},
		Apply: func(b *reference.Build) {
			b.Spend, b.Scope = b.Spend.Without("task"), func(*spec.Task) *spec.Task { return nil }
		}},
	Defect{Slug: "revision-not-bound", About: "Another revision of the objective counts as the same.", Breaks: []string{"same-task"},
		Apply: func(b *reference.Build) { b.Scope = part(b.Scope, func(t *spec.Task) { t.Revision = 0 }) }},
	Defect{Slug: "transcript-not-bound", About: "The transcript of the objective is not looked at.", Breaks: []string{"same-task"},
		Apply: func(b *reference.Build) { b.Scope = part(b.Scope, func(t *spec.Task) { t.Transcript = "" }) }},
	Defect{Slug: "objective-not-bound", About: "Only the transcript and the revision are compared.", Breaks: []string{"same-task"},
		Apply: func(b *reference.Build) {
			b.Scope = part(b.Scope, func(t *spec.Task) { t.Objective, t.Input = "", "" })
		}},
	Defect{Slug: "absent-objective-binds-nothing", About: "An approval made without an objective serves a call that has one.", Breaks: []string{"no-task-is-a-task"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("task", `transcript IS NULL OR transcript IS :transcript AND objective IS :objective AND input IS :input AND revision IS :revision`)
			b.Binds = func(x reference.Binding, _ spec.Call) reference.Binding { x.Task = nil; return x }
		}},
	Defect{Slug: "call-without-objective-passes", About: "A call without an objective passes the comparison of objectives.", Breaks: []string{"no-task-is-a-task"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("task", `:transcript IS NULL OR transcript IS :transcript AND objective IS :objective AND input IS :input AND revision IS :revision`)
			b.Binds = func(x reference.Binding, _ spec.Call) reference.Binding { x.Task = nil; return x }
		}},
	Defect{Slug: "any-id-will-do", About: "An approval id that is not on record is taken for one.", Breaks: []string{"id-is-not-enough"},
		Apply: func(b *reference.Build) {
			b.Permits = func(p reference.Plea) bool { return p.Approval != nil && !p.Known }
		}},
	Defect{Slug: "act-found-without-its-id", About: "An unknown id falls back to any approved record of the same act, and uses it up.", Breaks: []string{"id-is-not-enough"},
		Apply: func(b *reference.Build) {
			b.Serves = `SELECT id FROM approvals WHERE id = :id UNION ALL SELECT id FROM approvals WHERE state = 'approved' AND fingerprint = :fingerprint LIMIT 1`
		}},
	Defect{Slug: "approved-once-for-all", About: "An act that ran on a yes runs again without one, under whatever name.", Breaks: []string{"no-standing-yes", "confirm-asks"},
		Apply: func(b *reference.Build) {
			b.Standing = `SELECT id FROM approvals WHERE state = 'consumed' AND fingerprint = :fingerprint LIMIT 1`
		}},
	Defect{Slug: "approval-not-asked-for", About: "An allowed act runs without presenting its approval, under whatever name.", Breaks: []string{"no-standing-yes", "confirm-asks"},
		Apply: func(b *reference.Build) {
			b.Standing = `SELECT id FROM approvals WHERE state = 'approved' AND fingerprint = :fingerprint LIMIT 1`
		}},
	Defect{Slug: "mismatch-burns", About: "A wrong attempt uses the yes up.", Breaks: []string{"mismatch-does-not-burn", "one-winner"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Mismatched, `UPDATE approvals SET state = 'consumed' WHERE id = :id AND state = 'approved'`)
		}},
	Defect{Slug: "mismatch-denies", About: "A wrong attempt in its own conversation counts as a no.", Breaks: []string{"mismatch-does-not-burn", "one-winner"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Mismatched, `UPDATE approvals SET state = 'denied' WHERE id = :id AND state = 'approved' AND session = :session AND agent <> :agent`)
		}},
	Defect{Slug: "edited-declaration-still-serves", About: "The declaration is no part of what is approved.", Breaks: []string{"definition-is-bound"},
		Apply: func(b *reference.Build) { b.Contract = func(*spec.World, spec.Action) string { return "any" } }},
)

// part is the bound part of a task with something left out.
func part(scope func(*spec.Task) *spec.Task, leave func(*spec.Task)) func(*spec.Task) *spec.Task {
	return func(t *spec.Task) *spec.Task {
		if t == nil {
			return nil
		}
		s := *scope(t)
		leave(&s)
		return &s
	}
}

// statement is one statement more, at one moment.
func statement(at reference.Moment, sql string) map[reference.Moment]string {
	return map[reference.Moment]string{at: sql}
}
