package defects

import (
	"cmp"
	"encoding/json"
	"strings"

	"sameact/impl/reference"
	"sameact/spec"
)

// Grants, of chapter confirm: what an always gives, to what, and for how long.

var granting = chapter(
	Defect{Slug: "one-yes-is-a-grant", About: "A single yes is kept like an always.", Breaks: []string{"level-asks", "one-decision-one-call", "no-string-approves", "flag-is-not-permission"},
		Reason: "whatever the next call of the shape brings along seems to be what lets it run",
		Apply:  func(b *reference.Build) { b.Page.Leaves = func(word string) bool { return word != "deny" } }},
	Defect{Slug: "edit-is-not-seen-on-the-page", About: "What a declaration says is no part of it: questions and grants outlive every edit.", Breaks: []string{"definition-is-bound", "grant-dies"},
		Apply: func(b *reference.Build) {
			contract := b.Contract
			b.Page.Digest = func(_ *spec.World, a spec.Action) string { return a.ID }
			b.Contract = func(w *spec.World, a spec.Action) string {
				if a.Connector == "" {
					return a.ID
				}
				return contract(w, a)
			}
		}},
	Defect{Slug: "grant-is-of-one-record", About: "Always serves the very same arguments only.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Material = func(values []reference.MaterialValue) string { return string(values[0].Arguments) }
		}},
	Defect{Slug: "grant-serves-once", About: "Always serves one call.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Serves = b.Page.Serves.With("unused", `NOT EXISTS (SELECT 1 FROM runs r WHERE r.session = grants.session AND r.action = grants.action AND r.scope LIKE '%"grant"%')`)
		}},
	Defect{Slug: "clear-ends-the-grant", About: "Clearing the conversation ends what was granted in it.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Dies[reference.QuestionCleared] = `runtime = :runtime AND session = :session`
		}},
	Defect{Slug: "silence-ends-the-grant", About: "A question that nobody answers ends what was granted in its conversation.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Dies[reference.QuestionSilent] = `runtime = :runtime AND session = :session`
		}},
	Defect{Slug: "any-end-ends-the-grant", About: "The end of another session ends the grant.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) { b.Page.Dies[reference.SessionEnded] = `runtime = :runtime` }},
	Defect{Slug: "any-edit-ends-the-grant", About: "An edit of another action ends the grant.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) { b.Page.Dies[reference.DeclarationEdited] = `id = :id` }},
	Defect{Slug: "any-denial-ends-the-grant", About: "A denial of another action ends the grant.", Breaks: []string{"grant-serves-its-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Dies[reference.ShapeDenied] = `runtime = :runtime AND session = :session`
		}},
	Defect{Slug: "grant-serves-every-action", About: "Always to one action is always to all of them.", Breaks: []string{"grant-keeps-shape"},
		Apply: func(b *reference.Build) {
			b.Page.Serves = b.Page.Serves.Without("action").With("declaration", `action <> :action OR digest = :digest`).With("material", `action <> :action OR material = :material`)
		}},
	Defect{Slug: "grant-reaches-other-conversations", About: "Always is not bound to its conversation.", Breaks: []string{"grant-keeps-shape"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.Without("session") }},
	Defect{Slug: "grant-serves-other-agents", About: "Always is not bound to the agent that asked.", Breaks: []string{"grant-keeps-shape"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.With("agent", `:agent = '' OR :agent <> ''`) }},
	Defect{Slug: "grant-serves-an-absent-agent", About: "A call that names no agent is served by anybody's always.", Breaks: []string{"grant-keeps-shape"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.With("agent", `:agent = '' OR agent = :agent`) }},
	Defect{Slug: "grant-serves-other-users", About: "Always of one person serves another.", Breaks: []string{"grant-keeps-shape"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.Without("principal") }},
	Defect{Slug: "grant-outlives-its-process", About: "Always of one process serves in another.", Breaks: []string{"danger-asks", "grant-dies", "no-string-approves"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.Without("runtime") }},
	Defect{Slug: "material-is-not-compared", About: "Always serves every value of what is declared to matter.", Breaks: []string{"grant-keeps-material"},
		Apply: func(b *reference.Build) { b.Page.Serves = b.Page.Serves.Without("material") }},
	Defect{Slug: "absent-material-is-any", About: "A value that matters and is missing is not compared.", Breaks: []string{"grant-keeps-material"},
		Apply: func(b *reference.Build) { anyMaterial(b, "") }},
	Defect{Slug: "null-material-is-any", About: "A value that matters and is null is not compared.", Breaks: []string{"grant-keeps-material"},
		Apply: func(b *reference.Build) { anyMaterial(b, "null") }},
	Defect{Slug: "nothing-is-nothing", About: "Absent, null and the empty text are one value of what matters.", Breaks: []string{"grant-keeps-material"},
		Apply: func(b *reference.Build) {
			b.Page.Material = mattering(func(v string, _ json.RawMessage) string {
				return strings.TrimPrefix(strings.TrimPrefix(v, "null"), `""`)
			})
		}},
	Defect{Slug: "default-is-its-value", About: "A value that matters and is missing is taken for what it is by default.", Breaks: []string{"grant-keeps-material"},
		Apply: func(b *reference.Build) {
			b.Page.Material = mattering(func(v string, usual json.RawMessage) string { return cmp.Or(v, string(usual)) })
		}},
	Defect{Slug: "grant-outlives-its-session", About: "Always goes on in a new session under the old name.", Breaks: []string{"grant-dies"},
		Apply: func(b *reference.Build) { delete(b.Page.Dies, reference.SessionEnded) }},
	Defect{Slug: "grant-outlives-an-edit", About: "Always serves the action however it is declared by then.", Breaks: []string{"grant-dies"},
		Apply: func(b *reference.Build) {
			delete(b.Page.Dies, reference.DeclarationEdited)
			b.Page.Serves = b.Page.Serves.Without("declaration")
		}},
	Defect{Slug: "grant-comes-back-with-its-declaration", About: "An edit that is taken back brings back the grant that it ended.", Breaks: []string{"grant-dies"},
		Apply: func(b *reference.Build) { delete(b.Page.Dies, reference.DeclarationEdited) }},
	Defect{Slug: "grant-outlives-a-denial", About: "Always goes on after the same person has denied the shape.", Breaks: []string{"grant-dies"},
		Apply: func(b *reference.Build) { delete(b.Page.Dies, reference.ShapeDenied) }},
	Defect{Slug: "ask-always-offers-always", About: "Always is offered for what is asked about every time.", Breaks: []string{"no-grant-for-always"},
		Apply: func(b *reference.Build) { b.Page.Offers = func(l reference.Level) bool { return l != reference.None } }},
	Defect{Slug: "composite-is-at-most-ask", About: "A composite is never asked about every time, and offers always.", Breaks: []string{"no-grant-for-always", "asked-once"},
		Apply: func(b *reference.Build) {
			b.Page.Highest = ofComposites(b, func(at reference.Level, _ []reference.Step) reference.Level { return min(at, reference.Ask) })
		}},
	Defect{Slug: "ask-always-honours-an-old-grant", About: "An always that was given before an action became one to ask about every time still serves.", Breaks: []string{"no-grant-for-always"},
		Apply: func(b *reference.Build) {
			digest := b.Page.Digest
			b.Page.Digest = func(w *spec.World, a spec.Action) string { a.Confirm = ""; return digest(w, a) }
			b.Page.Honours = func(l reference.Level) bool { return l != reference.None }
		}},
	Defect{Slug: "lost-always-leaves-a-grant", About: "An always to a question that was denied before, or whose session had ended, leaves a grant.", Breaks: []string{"grant-needs-the-win", "grant-dies"},
		Apply: func(b *reference.Build) { b.Page.Given = b.Page.Given.With("won", `:won = 1 OR state <> 'pending'`) }},
)

// mattering spells the values that matter of a call, without their names.
func mattering(spell func(v string, usual json.RawMessage) string) func([]reference.MaterialValue) string {
	return func(values []reference.MaterialValue) string {
		var out []string
		for _, v := range values {
			var all map[string]json.RawMessage
			var declared struct {
				Properties map[string]struct{ Default json.RawMessage }
			}
			_ = json.Unmarshal(v.Arguments, &all) // what is no object has no such value
			_ = json.Unmarshal(v.Parameters, &declared)
			for _, p := range v.Pointers {
				name := strings.TrimPrefix(p, "/")
				out = append(out, spell(string(all[name]), declared.Properties[name].Default))
			}
		}
		return strings.Join(out, "\n")
	}
}

// anyMaterial lets a value that is spelt so stand for every value.
func anyMaterial(b *reference.Build, spelt string) {
	b.Page.Material = mattering(func(v string, _ json.RawMessage) string { return "=" + v })
	b.Page.Serves = b.Page.Serves.With("material", `:material = '=`+spelt+`' OR material = :material`)
}
