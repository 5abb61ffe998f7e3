package law

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sameact/spec"
)

// This file says why an attempt on the page path must not go on, and why it must. Whatever the reason, one
// clause owns it.

const fiveMinutes = 5 * time.Minute

// duration reads a time of a world or a declaration, in milliseconds, and whether it is usable.
func duration(raw json.RawMessage, usual time.Duration) (time.Duration, bool) {
	if s := string(raw); s == "" || s == "null" {
		return usual, true
	}
	var ms int64
	if err := json.Unmarshal(raw, &ms); err != nil || ms < 0 || ms > int64(1<<52) {
		return 0, false
	}
	return time.Duration(ms) * time.Millisecond, true
}

// onPage is the Sees of a clause that owns one way in which an attempt on the page path lacks what it needs,
// or one reason for which it must go on.
func onPage(slug string) func(*Use) string {
	return func(u *Use) string {
		if u.Attempt == nil {
			return ""
		}
		if owner, why := u.Attempt.lacks(u); owner != "" {
			if owner == slug {
				return why
			}
			return ""
		}
		if owner, why := u.Attempt.goesOn(); owner == slug {
			return why
		}
		return ""
	}
}

// lacks finds the clause that owns why an attempt must not go on, "" where it may.
func (a *attempt) lacks(u *Use) (owner, why string) {
	switch {
	case a.beyond != "":
		return a.beyond, a.because
	case a.finish:
		return a.wrong, a.wrongly
	case !a.step.declared && slices.Contains(a.run.world.Guides, a.step.id):
		return "guide-grants-nothing", a.step.id + " is only displayed"
	case !a.step.declared && a.denied:
		return "refusal-ends-it", "what it brings about was denied, and it is not declared"
	case !a.step.declared:
		return "declaration-decides", "the action is not declared"
	case a.invalid != "" && a.step.human:
		return "target-before-person", a.invalid
	case a.invalid != "":
		return "validated-before-asked", a.invalid
	case a.covered || a.need == noLevel:
		return "", ""
	}
	return a.unasked(u)
}

// unasked finds the clause that owns that a step is asked about, and nobody has said yes.
func (a *attempt) unasked(u *Use) (owner, why string) {
	r := a.run
	needs := fmt.Sprintf("it is at level %s %s, and nobody was asked", a.need, a.why)
	first := a.line.begins && a.index == 0
	own, _ := levelOf(r.world, r.action)
	switch {
	case !a.channel:
		return "no-channel-no-run", "there is no way to ask"
	case u.Claims:
		return "flag-is-not-permission", "the caller claims what only a person can give"
	case a.line.presents:
		return "no-string-approves", "it was presented with a text, and nobody was asked"
	case a.why == byRefusal:
		return "refusal-ends-it", "what it brings about was denied before, and nobody was asked"
	case !first && a.handed && a.rests == "":
		return "neighbours-still-ask", "a person did another step, and nobody was asked about this one"
	case !first:
		return "later-stricter-asks-again", "no yes was given for this step, which is at level " + a.need.String()
	case a.near != "":
		return a.near, a.nearly
	case a.earlier == "other":
		return "one-decision-one-call", a.other
	case !a.step.whole && own < a.need:
		return "highest-step-asks", "a step of it is at level " + a.need.String() + ", and nobody was asked"
	case a.earlier == "same" || a.why == asDeclared:
		return "level-asks", needs
	case a.why == byDefault:
		return "danger-asks", needs
	}
	return "declaration-decides", needs
}

// goesOn finds the clause that owns why an attempt must go on, "" where none but the yes says so.
func (a *attempt) goesOn() (owner, why string) {
	r := a.run
	first := a.line.begins && a.index == 0
	if owner, why = a.elsewhere(); owner != "" {
		return owner, why
	}
	switch {
	case a.finish:
		return "person-done-continues", "the person has done the step, and it holds"
	case a.step.human && (a.became == "asked" || a.step.whole):
		return "no-double-ask", "a person does it"
	case a.step.human:
		return "human-step-inside", "the next step is a person's"
	case a.grant != nil && first:
		return "grant-serves-its-shape", "this shape was allowed for the runtime session"
	case a.covered && a.became == "asked":
		return "asked-once", "the yes was given for this step too"
	case !first && (a.index > 0 || a.handed):
		return "continuation-runs", "it is the next step, within what was allowed"
	case a.covered:
		return "", ""
	case r.why == asDeclared:
		return "level-lets-pass", "it is declared not to be asked about"
	}
	return "quiet-by-default", "by default it is not asked about"
}

// near finds out which grant or which earlier yes a call comes close to, and what keeps it from serving.
func (b *books) near(a *attempt) {
	r := a.run
	for _, g := range b.page.grants {
		what := b.differsFromGrant(g, r)
		switch {
		case g.doubt:
		case len(what) == 0 && g.lost:
			a.near, a.nearly = "grant-needs-the-win", "the question that was answered with always had been lost before"
		case len(what) == 0 && g.dead == "" && a.need == alwaysLevel || slices.Equal(what, []string{"declaration"}) && a.need == alwaysLevel:
			a.near, a.nearly = "no-grant-for-always", "it is at level ask-always, whatever was allowed before"
		case len(what) == 0 && g.dead == "denied":
			a.near, a.nearly = "grant-dies", "the grant ended when the shape was denied"
		case len(what) == 0 && g.dead != "":
			a.near, a.nearly = "grant-dies", "the grant "+g.dead
		case slices.Equal(what, []string{"declaration"}):
			a.near, a.nearly = "grant-dies", "the grant ended when the declaration was edited"
		case slices.Equal(what, []string{"life"}):
			a.near, a.nearly = "grant-dies", "the grant ended with its runtime session"
		case slices.Equal(what, []string{"material"}):
			a.near, a.nearly = "grant-keeps-material", "a value that is declared material is another than that of the grant"
		case len(what) > 0 && !g.lost && g.dead == "":
			a.near, a.nearly = "grant-keeps-shape", "the grant was given for another "+what[0]
		}
	}
	for _, q := range b.page.yeses {
		c := q.run.call
		same := c.Action == r.call.Action && sameCaller(c, r.call) && q.life == r.life && b.sameArguments(textCall(q.run.args), textCall(r.args))
		if q.run == r {
			continue
		}
		if a.earlier = "other"; same {
			a.earlier = "same"
		} else {
			a.other = "a single yes was given for another call, " + q.run.act
		}
	}
}

func textCall(args string) spec.Call { return spec.Call{Args: spec.TextArgs(args)} }

// differsFromGrant lists in which of its parts a run is not of the shape of a grant.
func (b *books) differsFromGrant(g *grant, r *run) []string {
	var out []string
	differs := func(name string, is bool) {
		if is {
			out = append(out, name)
		}
	}
	differs("action", g.call.Action != r.call.Action)
	differs("principal", g.call.Principal != r.call.Principal)
	differs("agent", g.call.Agent != r.call.Agent)
	differs("session", g.call.Session != r.call.Session)
	differs("life", g.call.Session == r.call.Session && g.life != r.life)
	if g.call.Action == r.call.Action {
		differs("material", !b.sameMaterial(r.action, g.args, r.args))
		differs("declaration", !sameDeclarations(g.world, b.world, r.call.Action))
	}
	return out
}

// pageExcuse says why not going on is right although nothing is lacking, or "".
func (a *attempt) excuse(u *Use) string {
	r := a.run
	switch {
	case u.Answer == nil:
		return "there was no answer"
	case a.moved:
		return "the page is another than when it was shown"
	case r.tainted > 0:
		return "it has run otherwise than it should have"
	case a.line.swept:
		return "its conversation was cleared, or its world edited, meanwhile"
	case a.crossed:
		return "another word on it was under way"
	case r.killed && a.line.again:
		return "its process was killed on it"
	case r.question != nil && r.question.doubt != "":
		return "what a killed process did to its question is not known"
	case r.refused && a.became == "asked":
		return "what it brings about may have been denied before"
	case r.handoff != nil && r.handoff.astray:
		return "which instruction it is at is not known"
	case a.became == "asked" && u.books.perhapsGranted(r):
		return "whether its shape is allowed is not known"
	case r.shadow != nil:
		return "the same call waits already"
	case oddPage(u.Ended.World, r.action) || oddPage(u.Ended.World, a.step.action):
		return "with an unknown word a gate may be stricter"
	case a.step.human && !u.Ended.World.Channels.Handoff:
		return "there is no way to a person"
	case a.grant != nil && u.books.denied(r):
		return "what it brings about was denied as well"
	case r.question != nil && r.question.notYes != "":
		return "a decision that was none may settle the question"
	case r.handoff != nil && r.handoff.doubt:
		return "its session was over, or its declaration edited"
	case !a.step.whole && a.became == "asked" && !a.covered && !a.step.human && a.index > 0:
		return "the step was not shown before"
	}
	if why := u.books.unusual(u.Presented); why != "" {
		return why
	}
	for i, s := range r.steps[min(a.index, len(r.steps)):] {
		v, err := u.books.value(s.args)
		if !s.declared || i == 0 && !a.step.resolved || s.resolved && (err != nil || mayMisfit(s.action.Parameters, v)) {
			return "the arguments of a step may not fit what it declares"
		}
	}
	if v, err := u.books.value(r.args); err == nil && mayMisfit(r.action.Parameters, v) {
		return "the arguments may not fit what the action declares"
	}
	return ""
}
