package mutations

import (
	"slices"
	"strings"

	"sameact/spec"
)

// What the act is done to: recipients, resources, account, connector, action.

const stranger = "press@corp.example"

var targetMutations = dimension("target",
	Mutation{
		Slug: "recipient-swapped", About: "Somebody else stands where a recipient stood.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isAddress), change: to(stranger)})
		},
	},
	Mutation{
		Slug: "recipient-added", About: "Somebody is added to the recipients, openly or in copy.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, mentionsRecipients), change: addRecipient})
		},
	},
	Mutation{
		Slug: "recipient-removed", About: "A recipient is missing.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isAddressList), change: func(v *spec.Value, pick Pick) bool {
				remove(v, pick(len(v.List)))
				return true
			}})
		},
	},
	Mutation{
		Slug: "recipient-duplicated", About: "A recipient stands twice.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isAddressList), change: func(v *spec.Value, pick Pick) bool {
				i := pick(len(v.List))
				v.List = slices.Insert(v.List, i, v.List[i])
				return true
			}})
		},
	},
	Mutation{
		Slug: "resource-swapped", About: "The id names another resource of the same kind.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isID), change: func(v *spec.Value, pick Pick) bool {
				last := v.Text[len(v.Text)-1]
				return last >= '0' && last <= '9' && setText(v, v.Text[:len(v.Text)-1]+string('0'+(last-'0'+1)%10))
			}})
		},
	},
	Mutation{
		Slug: "id-case-changed", About: "An id is written in another case.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isID), change: changeCase})
		},
	},
	Mutation{
		Slug: "look-alike-domain", About: "A letter of the address is one of another alphabet that looks the same.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isAddress), change: func(v *spec.Value, pick Pick) bool {
				local, domain, _ := strings.Cut(v.Text, "@")
				like, ok := lookAlike(domain, pick)
				return ok && setText(v, local+"@"+like)
			}})
		},
	},
	Mutation{
		Slug: "action-swapped", About: "Another action of the same connector and scope is called with the same arguments.",
		Label: Drift, Phase: AtPresentation, Owner: "same-action",
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, actionOf, s.likeActions()...) },
	},
	Mutation{
		Slug: "connector-swapped", About: "Another connector that declares the same action is used, for the account of the same name.",
		Label: Drift, Phase: AtPresentation, Owner: "same-connector", Needs: []string{"connector"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.present(pick, func(c *spec.Call, pick Pick) bool {
				if c.Connector != "mail" || c.Action != "mail.send" || c.Connection != "c1" {
					return false
				}
				c.Connector, c.Connection = "chat", "k1"
				return true
			})
		},
	},
	Mutation{
		Slug: "account-swapped", About: "A connection for another account is used.",
		Label: Drift, Phase: AtPresentation, Owner: "same-account", Needs: []string{"account"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, connectionOf, s.connections(false)...) },
	},
	Mutation{
		Slug: "account-moved", About: "The same connection id stands for another account now.",
		Label: Drift, Phase: Between, Owner: "same-account", Needs: []string{"account", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			k, ok := s.connection()
			other := choose(pick, slices.DeleteFunc([]string{"home", "work", "archive"}, func(a string) bool { return a == k.Account }))
			return ok && s.now.Connection == s.asked.Connection && s.add(beforePresentation, `configure connections=[{"id":%q,"account":%q}]`, k.ID, other)
		},
	},
	Mutation{
		Slug: "connection-replaced", About: "The connection was taken away, and another one for the account is used.",
		Label: Drift, Phase: Between, Owner: "same-account", Needs: []string{"account", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			k, ok := s.connection()
			return ok && s.set(pick, connectionOf, s.connections(true)...) && s.add(beforePresentation, `configure connections=[{"id":%q,"gone":true}]`, k.ID)
		},
	},
	Mutation{
		Slug: "connection-renewed", About: "Another connection for the same account is used; the first one still stands for it.",
		Label: Continuation, Phase: AtPresentation, Owner: "reconnect-keeps", Needs: []string{"account"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, connectionOf, s.connections(true)...) },
	},
	Mutation{
		Slug: "connection-made-anew", About: "A new connection for the same account is made after the yes, and used.",
		Label: Continuation, Phase: Between, Owner: "reconnect-keeps", Needs: []string{"account", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			k, ok := s.connection()
			return ok && s.add(beforePresentation, `configure connections=[{"id":"c9","connector":%q,"account":%q,"principal":%q}]`, k.Connector, k.Account, k.Principal) &&
				s.set(pick, connectionOf, "c9")
		},
	},
	Mutation{
		Slug: "description-edited", About: "The words that describe the action are edited.",
		Label: Free, Phase: Between, Owner: "unrelated-change", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), `configure actions=[{"id":%q,"connector":%q,"description":"Described in other words"}]`, s.asked.Action, s.asked.Connector)
		},
	},
	Mutation{
		Slug: "page-target-gone", About: "The page has nothing by the name that the arguments refer to when it is called.",
		Label: Drift, Phase: AtAsk, Owner: "validated-before-asked", On: aStep, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool { return s.refers("row") && s.lay("page", `{"refs":{"row":null}}`) },
	},
	Mutation{
		Slug: "persons-target-gone", About: "The page does not have what a person is to be sent to.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "target-before-person", On: aPerson, Needs: []string{"handoff"},
		Apply: func(s *Scene, pick Pick) bool { return s.refers("doc") && s.lay("page", `{"refs":{"doc":null}}`) },
	},
	Mutation{
		Slug: "step-turns-up", About: "What a step refers to is not on the page when the composite is asked about, and is when the step is reached.",
		Label: Drift, Phase: AtAsk, Owner: "later-stricter-asks-again", On: severalSteps, Needs: []string{"confirm", "composite"},
		Apply: func(s *Scene, pick Pick) bool { return s.refers("row") && s.lay("page", `{"refs":{"row":null}}`) },
	},
)

func actionOf(c *spec.Call) *string     { return &c.Action }
func connectionOf(c *spec.Call) *string { return &c.Connection }

// likeActions are the actions that the policy treats as it treats the asked one.
func (s *Scene) likeActions() []string {
	a, _ := s.declared()
	var out []string
	for _, b := range s.world().Actions {
		if b.Connector == a.Connector && b.Scope == a.Scope && b.Curated == a.Curated {
			out = append(out, b.ID)
		}
	}
	return out
}

// connection is the one on the approval.
func (s *Scene) connection() (spec.Connection, bool) {
	w := s.world()
	return w.Connection(s.asked.Connection)
}

// connections of the same principal through the same connector, for the same account or for others.
func (s *Scene) connections(same bool) []string {
	mine, _ := s.connection()
	var out []string
	for _, k := range s.world().Connections {
		if k.Connector == mine.Connector && k.Principal == mine.Principal && (k.Account == mine.Account) == same && k.ID != mine.ID {
			out = append(out, k.ID)
		}
	}
	return out
}

func isAddress(p place) bool { return isText(p) && strings.Count(p.value.Text, "@") == 1 }

func isAddressList(p place) bool {
	return isList(p) && len(p.value.List) > 0 && !slices.ContainsFunc(p.value.List, func(v spec.Value) bool { return !isAddress(place{value: v}) })
}

// mentionsRecipients: a list of addresses, or an object with one.
func mentionsRecipients(p place) bool {
	return isAddressList(p) || isObject(p) && slices.ContainsFunc(p.value.List, func(v spec.Value) bool { return isAddressList(place{value: v}) })
}

func addRecipient(v *spec.Value, pick Pick) bool {
	if v.Kind == spec.Object {
		return insert(v, choose(pick, []string{"cc", "bcc"}), read(`["`+stranger+`"]`))
	}
	v.List = append(v.List, textValue(stranger))
	return true
}

// isID: an identifier, by its name or by its place in a list of such.
func isID(p place) bool {
	return isText(p) && p.value.Text != "" && (p.name == "id" || p.name == "number" || strings.HasPrefix(p.value.Text, "doc-"))
}

// to replaces a value by a text.
func to(text string) func(*spec.Value, Pick) bool {
	return func(v *spec.Value, _ Pick) bool { return setText(v, text) }
}

func setText(v *spec.Value, text string) bool {
	same := v.Kind == spec.Text && v.Text == text
	*v = textValue(text)
	return !same
}
