package law

import (
	"slices"
	"strings"

	"sameact/spec"
)

// Chapter confirm: asking on the page.

var confirm = chapter("confirm",
	&Clause{Slug: "level-asks", Direction: Minus, Source: "S4",
		Sentence: "Level ask asks, ask-always asks every time.",
		Harm:     "The second refund goes out on the first one's yes.",
		Sees:     onPage("level-asks")},
	&Clause{Slug: "level-lets-pass", Direction: Plus, Source: "S4",
		Sentence: "Level none runs unasked.",
		Harm:     "An application cannot spare people a question that it knows to be needless.",
		Sees:     onPage("level-lets-pass")},
	&Clause{Slug: "danger-asks", Direction: Minus, Source: "S4",
		Sentence: "By default what is declared dangerous is asked, a read such as an export too; the stricter mode also asks for writes.",
		Harm:     "All customers' records leave the page because exporting them is only reading.",
		Sees:     onPage("danger-asks")},
	&Clause{Slug: "quiet-by-default", Direction: Plus, Source: "S4",
		Sentence: "By default the rest is not asked.",
		Harm:     "Who is asked about every filter stops reading the questions.",
		Sees:     onPage("quiet-by-default")},
	&Clause{Slug: "declaration-decides", Direction: Minus, Source: "S4 O",
		Sentence: "A declaration stricter than the default asks; only a declared none loosens it; an unknown word or a missing risk is the strictest, a missing confirm takes the default, an undeclared action does not run.",
		Harm:     "A typing mistake in a declaration, or the lack of one, opens the gate.",
		Sees:     onPage("declaration-decides")},
	&Clause{Slug: "validated-before-asked", Direction: Minus, Source: "S4",
		Sentence: "Input and target are validated before anybody is asked.",
		Harm:     "A person allows an act that has no target, and it finds another one.",
		Sees:     onPage("validated-before-asked")},
	&Clause{Slug: "no-channel-no-run", Direction: Minus, Source: "S4",
		Sentence: "No way to ask: PERMISSION_DENIED, not run.",
		Harm:     "Where nobody can be asked, silence becomes a yes.",
		Sees:     onPage("no-channel-no-run"),
		Reads:    func(r *Reader) { r.askedNobody() }},
	&Clause{Slug: "silence-is-no", Direction: Minus, Source: "S4", Needs: []string{"expiry"},
		Sentence: "An unanswered question settles as PERMISSION_DENIED; a later yes changes nothing.",
		Harm:     "The agent waits for ever, or a forgotten click acts an hour later.",
		Sees:     onPage("silence-is-no"),
		Reads:    func(r *Reader) { r.settledQuestions(spec.VerbTick, spec.CauseTimedOut) }},
	&Clause{Slug: "clear-settles-all", Direction: Says, Source: "S4",
		Sentence: "Clearing settles each pending question exactly once as denied and leaves nobody waiting; a later yes changes nothing.",
		Harm:     "A cleared conversation still holds a button that acts.",
		Reads:    func(r *Reader) { r.settledQuestions(spec.VerbClear, spec.CauseCleared) }},
	&Clause{Slug: "refusal-ends-it", Direction: Minus, Source: "S4",
		Sentence: "After a denial, by a person, silence or clear, of the same principal in the same runtime session, an undeclared action with the same effect does not run; a declared one has its own question.",
		Harm:     "What was refused under one name is done under another.",
		Sees:     onPage("refusal-ends-it")},
	&Clause{Slug: "one-decision-one-call", Direction: Minus, Source: "S4",
		Sentence: "A single yes does not extend to another target, another action or a later session.",
		Harm:     "One order's refund becomes everybody's.",
		Sees:     onPage("one-decision-one-call")},
	&Clause{Slug: "grant-serves-its-shape", Direction: Plus, Source: "S4", Needs: []string{"grant"},
		Sentence: "Always allow serves the same action shape in the same runtime session, other records included.",
		Harm:     "The answer always is asked for again at once.",
		Sees:     onPage("grant-serves-its-shape")},
	&Clause{Slug: "grant-keeps-shape", Direction: Minus, Source: "S4 F", Needs: []string{"grant"},
		Sentence: "Always allow serves no other action and no other session.",
		Harm:     "A convenience for one action opens all of them.",
		Sees:     onPage("grant-keeps-shape")},
	&Clause{Slug: "grant-keeps-material", Level: Should, Direction: Minus, Source: "F O", Needs: []string{"grant"},
		Sentence: "Always allow serves no other value of a parameter that is declared material.",
		Harm:     "Always to small sums pays a large one.",
		Sees:     onPage("grant-keeps-material")},
	&Clause{Slug: "grant-dies", Direction: Minus, Source: "S4 F O", Needs: []string{"grant"},
		Sentence: "A new session, an edited declaration, a person's denial of the shape: no grant. Clear and silence do not end one.",
		Harm:     "A permission outlives everything that it was given for.",
		Sees:     onPage("grant-dies")},
	&Clause{Slug: "no-grant-for-always", Direction: Minus, Source: "S4", Needs: []string{"grant"},
		Sentence: "Level ask-always neither offers nor honours a grant.",
		Harm:     "The yes for one record deletes the next.",
		Sees:     onPage("no-grant-for-always"),
		Reads:    func(r *Reader) { r.offers() }},
	&Clause{Slug: "grant-needs-the-win", Direction: Minus, Source: "F", Needs: []string{"grant"},
		Sentence: "An always that lost to a denial leaves no grant.",
		Harm:     "The question is refused, and the permission stays.",
		Sees:     onPage("grant-needs-the-win")},
	&Clause{Slug: "no-string-approves", Direction: Minus, Source: "S4",
		Sentence: "No receipt is in what the agent sees, and no string that it saw there approves anything when it presents it.",
		Harm:     "The agent repeats a text that it has read, and has its yes.",
		Sees:     onPage("no-string-approves"),
		Reads:    func(r *Reader) { r.leaks("request", "the address of a question is in what the agent sees") }},
	&Clause{Slug: "yes-is-not-the-backend", Direction: Says, Source: "S4",
		Sentence: "A backend refusal after a yes is reported as failed, not as success.",
		Harm:     "The user is told that the refund is on its way.",
		Reads:    func(r *Reader) { r.backend() }},
	&Clause{Slug: "model-marks-the-gate", Direction: Says, Source: "S4",
		Sentence: "What the agent is told about the page marks the actions that will be asked about and keeps handoff actions visible.",
		Harm:     "The agent promises what it cannot do alone.",
		Reads:    func(r *Reader) { r.marks() }},
)

// settledQuestions looks at each line that has to settle open questions: one settled line each, that says denied.
func (r *Reader) settledQuestions(verb, cause string) {
	for _, l := range r.books.page.lines {
		if !l.event.Is(verb) {
			continue
		}
		for _, q := range l.due {
			r.Saw()
			var told []spec.Event
			for _, i := range l.settled {
				if e := r.books.history[i]; e.Subject == q.run.act {
					told = append(told, e)
				}
			}
			r.settledOnce(l, q, told, cause)
		}
		for _, h := range l.late {
			if verb != spec.VerbClear {
				continue // five-minutes owns it
			}
			if r.Saw(); r.settledOn(l, h.run.act) < 0 && h.settled == 0 {
				r.Broken(l.at, "the handoff of %s was cleared, and whoever waits for it is not told", h.run.act)
			}
		}
	}
}

func (r *Reader) settledOnce(l *pageLine, q *pageQuestion, told []spec.Event, cause string) {
	switch {
	case len(told) == 0 && q.settled == 0 && q.run.shadow == nil:
		r.Broken(l.at, "the question about %s is not settled", q.run.act)
	case q.settled > 1:
		r.Broken(l.at, "the question about %s is settled %d times", q.run.act, q.settled)
	case len(told) == 0:
	case told[0].Str("status") != string(spec.Refused) && !(q.run.ran > 0 && told[0].Str("status") == string(spec.Failed)):
		r.Broken(l.at, "the question about %s is settled as %s", q.run.act, orNothing(told[0].Str("status")))
	case r.books.hello.Has("codes") && told[0].Str("code") != spec.CodePermissionDenied:
		r.Broken(l.at, "the question about %s is settled with code %s", q.run.act, orNothing(told[0].Str("code")))
	}
}

func (r *Reader) offers() {
	for _, q := range r.books.page.questions {
		if q.shown == nil || q.level != alwaysLevel {
			continue
		}
		if r.Saw(); strings.Contains(q.shown.Str("options"), `"always"`) {
			r.Broken(q.shownAt, "always is offered, and it is asked about every time")
		}
	}
}

// leaks looks at what the stage found in what the agent was told.
func (r *Reader) leaks(what, words string) {
	for _, l := range r.books.page.lines {
		if l.answer == nil {
			continue
		}
		if what == "request" && len(r.books.page.questions) > 0 || what == "typed" && len(r.books.page.typed) > 0 {
			r.Saw()
		}
		for _, i := range append(append(slices.Clone(l.observed), l.settled...), l.answerAt) {
			var leaks []string
			if f, ok := r.books.history[i].Get("leaks"); !ok || f.Decode(&leaks) != nil {
				continue
			}
			for _, leak := range leaks {
				if kind, field, _ := strings.Cut(leak, " in "); kind == what {
					r.Broken(i, "%s: %s", words, orNothing(field))
				}
			}
		}
	}
}

// backend looks at what is said where the tool refused what a person had allowed.
func (r *Reader) backend() {
	for _, u := range r.books.page.uses {
		if u.Answer == nil || len(u.Effects) != 1 || u.Effects[0].Reply != "refused" || !u.Attempt.covered {
			continue
		}
		r.Saw()
		if said := u.status(); said != spec.Failed {
			r.Broken(u.AnswerAt, "the backend refused, and it is reported as %s", said)
		}
	}
}

// marks compares what the agent is told about each action of the page with what will happen to it.
// askedNobody looks for calls that wait for an answer although there is no way to give one.
func (r *Reader) askedNobody() {
	for _, l := range r.books.page.lines {
		if l.world == nil || l.world.Channels.Confirm || l.answer == nil || !l.begins || l.answer.Verb != string(spec.Pending) {
			continue
		}
		for _, i := range l.items {
			if e := r.books.history[i]; e.Saw(spec.SeenShow) && e.Str("kind") == "approval" {
				r.Broken(l.answerAt, "it waits for an answer, and nobody can be asked")
				break
			}
		}
	}
}

func (r *Reader) marks() {
	for _, l := range r.books.page.lines {
		if l.run == nil {
			continue
		}
		for _, i := range l.observed {
			r.Saw()
			var tools []spec.ObservedTool
			if f, ok := r.books.history[i].Get("tools"); !ok || f.Decode(&tools) != nil {
				r.Broken(i, "the agent is told nothing of the tools")
				continue
			}
			for _, a := range l.world.Actions {
				if a.Connector == "" {
					r.marked(l, i, a, tools)
				}
			}
		}
	}
}

func (r *Reader) marked(l *pageLine, at int, a spec.Action, tools []spec.ObservedTool) {
	k := slices.IndexFunc(tools, func(t spec.ObservedTool) bool { return t.ID == a.ID })
	least, _ := levelOf(l.world, a)
	most := least
	eachAction(l.world, a, func(inner spec.Action) {
		if m, _ := levelOf(l.world, inner); inner.Handoff == nil && m > most {
			most = m
		}
	})
	denied := slices.ContainsFunc(r.books.page.denials, func(d *denial) bool { return d.effect == effectOf(a, a.ID) })
	granted := slices.ContainsFunc(r.books.page.grants, func(g *grant) bool { return g.call.Action == a.ID })
	switch {
	case slices.Contains(l.world.Guides, a.ID):
	case a.Handoff != nil && (k < 0 || !tools[k].Handoff):
		r.Broken(at, "%s is a person's, and the agent is not told so", a.ID)
	case a.Handoff != nil || denied || granted || oddPage(l.world, a):
	case least > noLevel && (k < 0 || !tools[k].Asks):
		r.Broken(at, "%s is asked about, and the agent is not told so", a.ID)
	case most == noLevel && k >= 0 && tools[k].Asks:
		r.Broken(at, "%s is not asked about, and the agent is told that it is", a.ID)
	}
}
