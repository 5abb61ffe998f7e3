package mutations

import (
	"fmt"
	"slices"
	"strings"

	"sameact/spec"
)

// The policy under which the act is asked for and presented.

var modeMutations = dimension("mode", slices.Concat(
	restriction("ceiling-lowered", "The connector's ceiling is lowered below the action", "ceiling-holds",
		func(s *Scene, a spec.Action, c spec.Connector) string {
			return unless(a.Scope == "read", s.connector(`"ceiling":"read"`))
		}),
	restriction("scope-raised", "The action is declared to need more than the ceiling allows", "ceiling-holds",
		func(s *Scene, a spec.Action, c spec.Connector) string {
			return unless(c.Ceiling == "admin" || a.Scope == "admin", s.action(`"scope":"admin"`))
		}),
	restriction("review-withdrawn", "The action is not curated any more", "uncurated-needs-admin",
		func(s *Scene, a spec.Action, c spec.Connector) string {
			return unless(c.Ceiling == "admin", s.action(`"curated":false`))
		}),
	restriction("connector-disabled", "The connector is switched off", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.connector(`"enabled":false`) }),
	restriction("agent-removed", "The agent is not in the connector's list", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.connector(`"agents":["a9"]`) }),
	restriction("agents-emptied", "No agent is in the connector's list", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.connector(`"agents":[]`) }),
	restriction("account-removed", "The account is not in the connector's list", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.connector(`"accounts":["archive"]`) }),
	restriction("accounts-emptied", "No account is in the connector's list", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.connector(`"accounts":[]`) }),
	restriction("action-withdrawn", "The action is not declared any more", "forbidden-does-not-run",
		func(s *Scene, _ spec.Action, _ spec.Connector) string { return s.action(`"gone":true`) }),
	restriction("ceiling-unknown", "The ceiling is a word that nobody knows", "unknown-is-strict",
		func(s *Scene, a spec.Action, _ spec.Connector) string {
			return unless(a.Scope == "read", s.connector(`"ceiling":"full"`))
		}),
	restriction("scope-unknown", "The scope of the action is a word that nobody knows", "unknown-is-strict",
		func(s *Scene, _ spec.Action, c spec.Connector) string {
			return unless(c.Ceiling == "admin", s.action(`"scope":"harmless"`))
		}),
	afterTheYes, elsewhere, whereNothingIsAsked,
	pageAsks, pageStepsAsk, pageSpares, pageEdited, pagePersons, pageGranted)...)

// A restriction that policy makes is three mutations: after the yes (policy is read again), before the
// act is asked for (nothing is asked), and for an act that would have passed unasked.
func restriction(slug, about, owner string, line func(*Scene, spec.Action, spec.Connector) string) []Mutation {
	lay := func(in slot) func(*Scene, Pick) bool {
		return func(s *Scene, _ Pick) bool {
			a, c := s.declared()
			l := line(s, a, c)
			return l != "" && s.add(in, "%s", l)
		}
	}
	needs := []string{"policy"}
	return []Mutation{
		{Slug: slug, About: about + ", after the yes.", Label: Drift, Phase: Between, Owner: "policy-at-use", Needs: needs, Apply: lay(beforePresentation)},
		{Slug: slug + "-when-asked", About: about + ", before the act is asked for.", Label: Drift, Phase: AtAsk, Owner: owner, Needs: needs, Apply: lay(beforeAsk)},
		{Slug: slug + "-unasked", About: about + ", before an act that needs no yes.", Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: owner, Needs: needs, Apply: lay(beforeAsk)},
	}
}

// afterTheYes changes what the yes was given under.
var afterTheYes = []Mutation{
	{
		Slug: "declaration-edited", About: "The action's declaration is edited, and still allowed.",
		Label: Drift, Phase: Between, Owner: "definition-is-bound", Needs: []string{"policy", "declaration"},
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			edits := []string{`"parameters":{"type":"object","title":"edited"}`, `"effect":"another"`, `"confirm":"ask"`, `"material":["/to"]`}
			if a.Risk != "danger" {
				edits = append(edits, `"risk":"danger"`)
			}
			return s.add(beforePresentation, "%s", s.action(choose(pick, edits)))
		},
	},
	{
		Slug: "confirmation-tightened", About: "The connector asks for more than it did when the yes was given.",
		Label: Free, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			_, c := s.declared()
			return c.Confirm != "always" && s.add(beforePresentation, "%s", s.connector(`"confirm":"always"`))
		},
	},
	{
		Slug: "confirmation-relaxed", About: "The connector does not ask for the act any more; its yes is still good.",
		Label: Continuation, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			s.relaxed = true
			return s.add(beforePresentation, "%s", s.connector(`"confirm":"never"`))
		},
	},
	{
		Slug: "ceiling-raised", About: "The connector's ceiling is raised.",
		Label: Continuation, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			_, c := s.declared()
			restricted := func(m *Mutation) bool { return m.Owner == "policy-at-use" }
			return c.Ceiling != "admin" && !slices.ContainsFunc(s.applied, restricted) && s.add(beforePresentation, "%s", s.connector(`"ceiling":"admin"`))
		},
	},
	{
		Slug: "policy-rewritten", About: "The policy is written again and means the same for this act: lists that still name it, or the same words.",
		Label: Continuation, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			_, c := s.declared()
			k, _ := s.connection()
			return s.add(eitherSide(pick), "%s", s.connector(choose(pick, []string{
				fmt.Sprintf(`"enabled":true,"ceiling":%q,"confirm":%q`, c.Ceiling, c.Confirm),
				fmt.Sprintf(`"agents":["a9",%q]`, s.asked.Agent), fmt.Sprintf(`"accounts":["archive",%q]`, k.Account),
				`"agents":null`, `"accounts":null`,
			})))
		},
	},
}

// elsewhere changes policy that is none of the act's business.
var elsewhere = []Mutation{
	{
		Slug: "other-connector-edited", About: "Another connector is edited, or a new one appears.",
		Label: Continuation, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(eitherSide(pick), "%s", s.strangerEdited(pick)) },
	},
	{
		Slug: "other-action-edited", About: "Another action of the same connector is edited, or a new one is declared.",
		Label: Continuation, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), `configure actions=[{"id":"draft.save","connector":%q,%s}]`, s.asked.Connector, choose(pick, []string{
				`"description":"Save a draft","scope":"write","curated":true,"risk":"write"`,
				`"description":"Drop all drafts","scope":"admin","curated":false,"risk":"danger"`,
			}))
		},
	},
	{
		Slug: "policy-edited-elsewhere-unasked", About: "Another connector is edited before an act that needs no yes.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "confirm-lets-pass", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeAsk, "%s", s.strangerEdited(pick)) },
	},
	{
		Slug: "confirmation-relaxed-unasked", About: "The connector asks for even less before an act that needs no yes.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "confirm-lets-pass", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			_, c := s.declared()
			s.relaxed = true
			return c.Confirm != "never" && s.add(beforeAsk, "%s", s.connector(`"confirm":"never"`))
		},
	},
}

// whereNothingIsAsked makes an act that passed unasked one that has to be asked about.
var whereNothingIsAsked = []Mutation{
	{
		Slug: "confirmation-tightened-unasked", About: "The connector begins to ask for such an act.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "confirm-asks", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			words := []string{"always"}
			if a.Scope != "read" {
				words = append(words, "writes")
			}
			return s.add(beforeAsk, "%s", s.connector(fmt.Sprintf(`"confirm":%q`, choose(pick, words))))
		},
	},
	{
		Slug: "confirmation-unknown-unasked", About: "The connector's word for what to ask is one that nobody knows.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "unknown-is-strict", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeAsk, "%s", s.connector(fmt.Sprintf(`"confirm":%q`, choose(pick, []string{"sometimes", "Never", "none"}))))
		},
	},
	{
		Slug: "action-swapped-unasked", About: "An act that needs a yes is called instead of one that needs none.",
		Label: Drift, Basis: Unasked, Phase: AtPresentation, Owner: "confirm-asks",
		Apply: func(s *Scene, pick Pick) bool {
			return s.asked.Connector == "mail" && s.asked.Action == "mail.read" && s.set(pick, actionOf, "mail.send", "mail.delete")
		},
	},
	{
		Slug: "action-undeclared-unasked", About: "The action is one that nobody declared.",
		Label: Drift, Basis: Unasked, Phase: AtPresentation, Owner: "forbidden-does-not-run",
		Apply: func(s *Scene, pick Pick) bool {
			return s.asked.Connector == "mail" && s.set(pick, actionOf, "mail.shred", "Mail.Read", strings.TrimPrefix(s.asked.Action, "mail."))
		},
	},
}

// connector spells an edit of the act's connector.
func (s *Scene) connector(fields string) string {
	return fmt.Sprintf(`configure connectors=[{"id":%q,%s}]`, s.asked.Connector, fields)
}

// action spells an edit of the act's declaration.
func (s *Scene) action(fields string) string {
	if s.page != nil {
		return declared(s.asked.Action, fields)
	}
	return fmt.Sprintf(`configure actions=[{"id":%q,"connector":%q,%s}]`, s.asked.Action, s.asked.Connector, fields)
}

// strangerEdited spells an edit of a connector that the act does not use.
func (s *Scene) strangerEdited(pick Pick) string {
	other := "chat"
	if s.asked.Connector == "chat" {
		other = "mail"
	}
	return choose(pick, []string{
		fmt.Sprintf(`configure connectors=[{"id":%q,"ceiling":"admin"}]`, other),
		fmt.Sprintf(`configure connectors=[{"id":%q,"confirm":"always"}]`, other),
		`configure connectors=[{"id":"calendar","enabled":true,"agents":null,"accounts":null,"ceiling":"read","confirm":"always"}]`,
		`configure connections=[{"id":"c8","connector":"mail","account":"archive","principal":"u1"}]`,
	})
}

func unless(no bool, line string) string {
	if no {
		return ""
	}
	return line
}
