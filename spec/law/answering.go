package law

// Chapter answering: who said yes?

var answering = chapter("answering",
	&Clause{Slug: "owner-answers", Direction: Minus, Source: "F", Needs: []string{"principal"},
		Sentence: "Only its own principal can decide an approval or finish a handoff; an agent cannot answer its own question.",
		Harm:     "The agent says yes to itself.",
		Sees:     lacksYes("owner-answers")},
	&Clause{Slug: "yes-is-exactly-yes", Direction: Minus, Source: "F", Needs: []string{"raw-decision"},
		Sentence: "Only the exact affirmative approves; \"false\", 1, null, {} or nothing does not.",
		Harm:     "A text that says false counts as true.",
		Sees:     lacksYes("yes-is-exactly-yes")},
	&Clause{Slug: "flag-is-not-permission", Direction: Minus, Source: "S1 F", Needs: []string{"claims or forge"},
		Sentence: "Nothing the caller writes (a confirmed flag, a status, a forged question) approves.",
		Harm:     "Whoever makes the call also makes the permission.",
		Sees:     lacksYes("flag-is-not-permission")},
	&Clause{Slug: "answers-do-not-cross", Direction: Minus, Source: "F", Needs: []string{"several or batch or batch-whole or then"},
		Sentence: "With several questions open, or one already settled, an answer settles only the one it names.",
		Harm:     "A late click on the old question releases the new one.",
		Sees:     lacksYes("answers-do-not-cross")},
	&Clause{Slug: "each-act-its-own-yes", Direction: Minus, Source: "F", Needs: []string{"batch or batch-whole"},
		Sentence: "In a batch only the acts that were allowed run.",
		Harm:     "One yes carries its neighbours along.",
		Sees:     lacksYes("each-act-its-own-yes")},
	&Clause{Slug: "partial-yes-runs", Direction: Plus, Source: "F", Needs: []string{"batch or batch-whole"},
		Sentence: "In a batch each allowed act runs, exactly once, also when the rest is answered later.",
		Harm:     "One no throws away what was allowed beside it.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || !u.Ended.Stands.Allowed || !u.Ended.Alone {
				return ""
			}
			return "the rest of its batch was not allowed"
		}},
)
