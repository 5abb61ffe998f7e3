package defects

import (
	"encoding/json"
	"slices"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter policy: what is checked, in which order, when, and how words are read.

var policy = chapter(
	Defect{Slug: "ceiling-before-account", About: "The ceiling is checked before the account.", Breaks: []string{"checks-in-order"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks { return first(c, "ceiling", "account") })
		}},
	Defect{Slug: "agent-before-connector", About: "The agent is checked before the connector.", Breaks: []string{"checks-in-order"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks { return first(c, "agent", "connector") })
		}},
	Defect{Slug: "account-before-agent", About: "The account is checked before the agent.", Breaks: []string{"checks-in-order"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks { return first(c, "account", "agent") })
		}},
	Defect{Slug: "cause-is-not-given", About: "A refusal by policy does not say which check failed.", Breaks: []string{"checks-in-order", "codes-are-exact"},
		Apply: func(b *reference.Build) { b.Tells = telling(func(a *spec.Answer) { a.Cause = "" }) }},
	Defect{Slug: "disabled-connector-reads", About: "A connector that is switched off still serves what needs no yes.", Breaks: []string{"forbidden-does-not-run", "checks-in-order"},
		Apply: func(b *reference.Build) { b.ToRun = b.ToRun.Without("connector") }},
	Defect{Slug: "agent-list-ignored", About: "Which agents a connector is for is not checked where nothing is asked.", Breaks: []string{"forbidden-does-not-run", "checks-in-order"},
		Apply: func(b *reference.Build) { b.ToRun = b.ToRun.Without("agent") }},
	Defect{Slug: "account-list-ignored", About: "Which accounts a connector is for is not checked where nothing is asked.", Breaks: []string{"forbidden-does-not-run", "checks-in-order"},
		Apply: func(b *reference.Build) { b.ToRun = b.ToRun.Without("account") }},
	Defect{Slug: "empty-list-allows-all", About: "A list with nobody in it is taken for no list.", Breaks: []string{"forbidden-does-not-run", "blocked-is-not-asked", "policy-at-use"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks {
				return unless(unless(c, "agent", func(q *reference.Query) bool { return len(q.Connector.Agents) == 0 }), "account", func(q *reference.Query) bool { return q.Connected && len(q.Connector.Accounts) == 0 })
			})
		}},
	Defect{Slug: "undeclared-runs", About: "An action that nobody declared runs unasked.", Breaks: []string{"forbidden-does-not-run"},
		Apply: func(b *reference.Build) {
			b.ToRun = unless(unless(b.ToRun.Without("undeclared"), "ceiling", undeclared), "uncurated", undeclared)
			b.Asks = asksUnless(b, undeclared)
		}},
	Defect{Slug: "ceiling-is-advice", About: "The ceiling is not checked where nothing is asked.", Breaks: []string{"ceiling-holds", "unknown-is-strict"},
		Apply: func(b *reference.Build) { b.ToRun = b.ToRun.Without("ceiling") }},
	Defect{Slug: "ceiling-off-by-one", About: "A ceiling of write lets admin actions through.", Breaks: []string{"ceiling-holds", "blocked-is-not-asked"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks {
				return unless(c, "ceiling", func(q *reference.Query) bool { return q.Action.Scope == "admin" && q.Connector.Ceiling == "write" })
			})
		}},
	Defect{Slug: "uncurated-is-curated", About: "Whether an action was reviewed is not looked at.", Breaks: []string{"uncurated-needs-admin", "blocked-is-not-asked", "policy-at-use"},
		Apply: func(b *reference.Build) {
			everywhere(b, func(c reference.Checks) reference.Checks { return c.Without("uncurated") })
		}},
	Defect{Slug: "uncurated-reads-pass", About: "An uncurated action that only reads needs no admin ceiling.", Breaks: []string{"uncurated-needs-admin"},
		Apply: func(b *reference.Build) {
			b.ToRun = unless(b.ToRun, "uncurated", func(q *reference.Query) bool { return q.Scope == reference.Read })
		}},
	Defect{Slug: "asks-for-the-forbidden", About: "What policy forbids is asked about, and refused when the yes is used.", Breaks: []string{"blocked-is-not-asked"},
		Apply: func(b *reference.Build) { b.ToAsk = nil }},
	Defect{Slug: "always-spares-reads", About: "Where every call should be asked about, reads are not.", Breaks: []string{"confirm-asks"},
		Apply: func(b *reference.Build) {
			b.Asks = asksUnless(b, func(q *reference.Query) bool { return q.Connector.Confirm == "always" && q.Scope == reference.Read })
		}},
	Defect{Slug: "admin-actions-pass", About: "Where admin actions should be asked about, none is.", Breaks: []string{"confirm-asks"},
		Apply: func(b *reference.Build) {
			b.Asks = asksUnless(b, func(q *reference.Query) bool { return q.Connector.Confirm == "admin" })
		}},
	Defect{Slug: "never-is-not-believed", About: "Writes are asked about although policy says never.", Breaks: []string{"confirm-lets-pass"},
		Apply: func(b *reference.Build) {
			usual := b.Asks
			b.Asks = func(q *reference.Query) bool {
				return usual(q) || q.Connector.Confirm == "never" && q.Scope >= reference.Write
			}
		}},
	Defect{Slug: "reads-are-asked-about", About: "Every call is asked about where only writes should be.", Breaks: []string{"confirm-lets-pass"},
		Apply: func(b *reference.Build) {
			usual := b.Asks
			b.Asks = func(q *reference.Query) bool { return usual(q) || q.Connector.Confirm == "writes" }
		}},
	Defect{Slug: "policy-is-not-read-again", About: "A yes runs its act whatever policy says by then.", Breaks: []string{"policy-at-use"},
		Apply: func(b *reference.Build) { b.AtUse = nil }},
	Defect{Slug: "ceiling-is-not-read-again", About: "A ceiling that was lowered after the yes is not seen.", Breaks: []string{"policy-at-use"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.AtUse = b.AtUse.Without("ceiling") }},
	Defect{Slug: "lists-are-not-read-again", About: "Lists of agents and accounts are read when the question is made, not when the yes is used.", Breaks: []string{"policy-at-use"},
		Apply: func(b *reference.Build) {
			b.AtUse = unless(b.AtUse.Without("agent"), "account", func(q *reference.Query) bool { return q.Connected })
		}},
	Defect{Slug: "unknown-ceiling-is-admin", About: "A ceiling that is no known word lets everything through.", Breaks: []string{"unknown-is-strict", "blocked-is-not-asked", "policy-at-use"},
		Apply: func(b *reference.Build) {
			b.RankCeiling = func(word string) reference.Rank {
				if word == "read" || word == "write" {
					return reference.Obeying(reference.RePresent).RankCeiling(word)
				}
				return reference.Admin
			}
		}},
	Defect{Slug: "unknown-confirmation-is-never", About: "A confirmation word that is not known asks for nothing.", Breaks: []string{"unknown-is-strict"},
		Apply: func(b *reference.Build) {
			b.Asks = asksUnless(b, func(q *reference.Query) bool {
				return !slices.Contains([]string{"always", "writes", "admin"}, q.Connector.Confirm)
			})
		}},
	Defect{Slug: "unknown-scope-is-read", About: "A scope that is no known word is taken for a read, which needs no yes.", Breaks: []string{"unknown-is-strict", "policy-at-use"},
		Apply: func(b *reference.Build) {
			b.RankScope = func(word string) reference.Rank {
				return map[string]reference.Rank{"write": reference.Write, "admin": reference.Admin}[word]
			}
		}},
	Defect{Slug: "any-policy-edit-voids", About: "Every edit of policy voids every open yes.", Breaks: []string{"unrelated-change", "reconnect-keeps", "asked-once"},
		Apply: func(b *reference.Build) {
			b.Contract = func(w *spec.World, a spec.Action) string {
				world, _ := json.Marshal(w)
				return reference.Contract(w, a) + string(world)
			}
		}},
	Defect{Slug: "any-edit-of-the-connector-voids", About: "An edit of the connector that still allows the act voids its yes.", Breaks: []string{"unrelated-change"},
		Apply: func(b *reference.Build) {
			b.Contract = func(w *spec.World, a spec.Action) string {
				k, _ := w.Connector(a.Connector)
				connector, _ := json.Marshal(k)
				return reference.Contract(w, a) + string(connector)
			}
		}},
)

// everywhere changes the checks at each of the three places where policy is read.
func everywhere(b *reference.Build, change func(reference.Checks) reference.Checks) {
	b.ToAsk, b.ToRun, b.AtUse = change(b.ToAsk), change(b.ToRun), change(b.AtUse)
}

// first puts one check before another.
func first(c reference.Checks, name, before string) reference.Checks {
	var moved reference.Check
	for _, x := range c {
		if x.Name == name {
			moved = x
		}
	}
	var out reference.Checks
	for _, x := range c.Without(name) {
		if x.Name == before {
			out = append(out, moved)
		}
		out = append(out, x)
	}
	return out
}

// unless makes a check pass where something holds.
func unless(c reference.Checks, name string, passes func(*reference.Query) bool) reference.Checks {
	var usual func(*reference.Query) bool
	for _, x := range c {
		if x.Name == name {
			usual = x.Fails
		}
	}
	return c.With(name, func(q *reference.Query) bool { return usual(q) && !passes(q) })
}

func undeclared(q *reference.Query) bool { return !q.Declared }

// asksUnless spares what should be asked about.
func asksUnless(b *reference.Build, spares func(*reference.Query) bool) func(*reference.Query) bool {
	usual := b.Asks
	return func(q *reference.Query) bool { return usual(q) && !spares(q) }
}

// telling changes an answer on its way to the caller.
func telling(change func(*spec.Answer)) func(spec.Answer) spec.Answer {
	return func(a spec.Answer) spec.Answer {
		change(&a)
		return a
	}
}
