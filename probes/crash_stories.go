package probes

import (
	"slices"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Stories in which a process is killed, and the caller goes on after a restart: what had no answer is asked again.

// lives are stories of up to eight steps; killed writes each of them with one kill, at every point of every step.
var lives = []struct {
	needs []string
	lines []string
}{
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`, `call m1`}},
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `deny m1`, `call m1`}},
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `p2: allow m1`, `p3: call m1`}},
	{nil, []string{`call m1 action=mail.read`}},
	{[]string{"several"}, []string{`call m1 action=mail.send args={"id":7}`, `call m2 action=mail.delete args={"id":7}`, `allow m2`, `deny m1`, `call m2`}},
	{[]string{"task", "resume"}, []string{`call m1 action=mail.send ` + ofTask, `allow m1`, `resume m1`, `call m1`}},
	{[]string{"batch"}, []string{`turn calls=[["m1",{"action":"mail.send","args":{"id":7}}],["m2",{"action":"mail.delete","args":{"id":7}}]]`, `allow m1`, `call m1`, `allow m2`, `call m2`}},
	{[]string{"audit"}, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`, `audit`, `call m1 effect=lost`}},
	{onThePage, []string{page(refund), `call m1 action=page.refund args={"order":7}`, `allow m1`}},
	{onThePage, []string{page(refund), `call m1 action=page.refund args={"order":7}`, `p2: allow m1`, `p3: allow m1`}},
	{onThePage, []string{page(refund, note), `call m1 action=page.refund args={"order":7}`, `deny m1`, `allow m1`, `call m2 action=page.note`}},
	{[]string{"confirm", "grant"}, []string{page(refund), `call m1 action=page.refund args={"order":7}`, `always m1`, `call m2 action=page.refund args={"order":8}`}},
	{inSteps, []string{page(note, refund, mailed, closes), `call m1 action=page.close`, `allow m1`}},
	{inSteps, []string{page(note, refund, mailed, settle), `call m1 action=page.settle`, `allow m1 page={"refs":{"row":7}}`, `allow m1`}},
	{withPerson, []string{page(note, refund, mailed, code, pays), `call m1 action=page.pay`, `allow m1`, `finish m1 outcome=done person=acts`}},
	{byPerson, []string{page(sign), `call m1 action=page.sign`, `p2: finish m1 outcome=done person=acts`}},
	{byPerson, []string{page(upload), `call m1 action=page.upload`, `finish m1 outcome=next`, `finish m1 outcome=done person=acts`}},
}

var crashStories = []*Story{
	{Slug: "killed", Needs: []string{"durable"}, Processes: true, Part: 12, About: "A process is killed at every point of every step, and the story goes on after a restart.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			life := lives[pick(len(lives))]
			if len(mutations.Missing(hello, playable(life.needs))) > 0 {
				return nil, false
			}
			return killedOnce(script(life.lines...), pick, hello), true
		}},
	{Slug: "asked-elsewhere", Needs: []string{"durable"}, Processes: true, About: "After an act was asked about in one process, another process asks about an act of its own: while the first is open, denied, or has run. Each is answered and used in either.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			asks := []string{`p2: call m2 action=mail.delete args={"id":7}`, choose(pick, `allow m2`, `p2: allow m2`), choose(pick, `call m2`, `p2: call m2`)}
			switch pick(3) {
			case 0:
				return script(append([]string{finance, `allow m1`, `call m1`}, asks...)...), true
			case 1:
				return script(append([]string{finance, `deny m1`}, asks...)...), true
			}
			return script(append(append([]string{finance}, asks...), `allow m1`, `call m1`)...), hello.Has("several")
		}},
	{Slug: "killed-anywhere", Needs: []string{"durable"}, Deep: true, About: "Every other fixed story of up to eight steps, with a kill at every point of every step.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			base, ok := fixedStory(pick, hello)
			if !ok {
				return nil, false
			}
			return killedOnce(base, pick, hello), true
		}},
	{Slug: "killed-at-random", Needs: []string{"durable"}, Random: true, Share: 4, Processes: true, About: "A drawn act in a drawn world is cut short once or twice at drawn moments, also between the points that can be seen.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			var base spec.History
			switch pick(3) {
			case 0:
				life := lives[pick(len(lives))]
				base = script(life.lines...)
				if len(mutations.Missing(hello, playable(life.needs))) > 0 {
					return nil, false
				}
			default:
				s := moved(mutations.Continuation, pick, hello)
				if s == nil {
					return nil, false
				}
				base, _ = told(s, hello)
			}
			if base = plainly(base); len(base) == 0 {
				return nil, false
			}
			return killedSomewhere(base, pick, hello), true
		}},
}

// plainly is a story without marks, holds and processes of its own.
func plainly(h spec.History) spec.History {
	out := h.Clone()
	for i := range out {
		out[i].Changed = false
		for j := range out[i].Fields {
			out[i].Fields[j].Changed = false
		}
		out[i].Fields = slices.DeleteFunc(out[i].Fields, func(f spec.Field) bool { return f.Key == "pause" })
	}
	return slices.DeleteFunc(out, func(e spec.Event) bool { return e.Is(spec.VerbGo) || e.Is(spec.VerbCrash) || e.Is(spec.VerbStart) })
}

// fixedStory chooses a script of the stories that are played without processes, of up to eight steps.
func fixedStory(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
	var from []*Story
	for _, s := range slices.Concat(policyStories, answerStories, waitStories, outcomeStories, previewStories, textStories,
		pageStories, compositeStories, handoffStories, seldomStories) {
		if len(mutations.Missing(hello, playable(s.Needs))) == 0 {
			from = append(from, s)
		}
	}
	h, ok := from[pick(len(from))].Write(pick, hello)
	if h = plainly(h); !ok || len(h) == 0 || len(h) > 8 {
		return nil, false
	}
	return h, true
}

// killedOnce writes a story with one kill, and with what a caller does next: the step that got no answer is made
// again, the rest follows, and at the end everything is presented once more.
func killedOnce(base spec.History, pick mutations.Pick, hello spec.Hello) spec.History {
	i := pick(len(base))
	if base[i].Is(spec.VerbOpen) || base[i].Is(spec.VerbAt) {
		i = len(base) - 1
	}
	e := base[i]
	moments := append([]string{"", "start", spec.PauseSent}, momentsOf(base, e, hello)...)
	out := append(base[:i:i], killedAt(e, moments[pick(len(moments))], "")...)
	return append(append(out, base[i+1:]...), atTheEnd(base, hello)...)
}

// killedAt is a step with a kill before it, while its process starts, or at a point of it; then the step is made.
func killedAt(e spec.Event, moment, after string) spec.History {
	crash := spec.Event{Changed: true, Process: e.Process, Verb: spec.VerbCrash}
	if after != "" {
		crash.Fields = []spec.Field{{Key: "after", Value: after}}
	}
	cut := e
	switch moment {
	case "":
		return spec.History{crash, e}
	case "start":
		return spec.History{{Changed: true, Process: e.Process, Verb: spec.VerbStart, Fields: []spec.Field{{Key: "pause", Value: spec.PauseSent}}}, crash, e}
	}
	cut.Changed = true
	gone := strings.Count(moment, onward)
	cut.Fields = append(slices.Clone(e.Fields), spec.Field{Key: "pause", Value: strings.TrimSuffix(moment, strings.Repeat(onward, gone))})
	out := spec.History{cut}
	for range gone {
		out = append(out, spec.Event{Changed: true, Process: e.Process, Verb: spec.VerbGo})
	}
	return append(out, crash, e)
}

// onward marks a moment at which a line goes on once more before its process is killed: every>> is the third point.
const onward = ">"

// momentsOf are the points at which a line of a story can be held. On the page a yes runs the act by itself, and what
// runs may be of several steps.
func momentsOf(base spec.History, e spec.Event, hello spec.Hello) []string {
	if !onPage(base, e.Subject) {
		return points(e, hello, &spending{})
	}
	var out []string
	for _, point := range []string{"before-settle", "after-spend", spec.PauseShow, spec.PauseEffect} {
		if !slices.Contains(hello.SyncPoints, point) && (point == "before-settle" || point == "after-spend") {
			continue
		}
		out = append(out, point)
	}
	if composed(base) && !asksFirst(e) {
		for n := 3; n < 7; n++ {
			out = append(out, spec.PauseEvery+strings.Repeat(onward, n))
		}
	}
	return out
}

// composed reports whether a story has an operation of several steps.
func composed(base spec.History) bool {
	return slices.ContainsFunc(base, func(e spec.Event) bool {
		return e.Is(spec.VerbOpen) && strings.Contains(e.Str("actions"), `"steps":[{"action"`)
	})
}

// atTheEnd presents what was allowed once more, and reads the audit.
func atTheEnd(base spec.History, hello spec.Hello) spec.History {
	var out spec.History
	for _, name := range acts(base) {
		if slices.ContainsFunc(base, func(e spec.Event) bool { return isDecision(e, name) }) {
			out = append(out, spec.Event{Verb: spec.VerbCall, Subject: name})
		}
	}
	if hello.Has("audit") {
		out = append(out, spec.Event{Verb: spec.VerbAudit})
	}
	return out
}

// killedSomewhere cuts a story short once or twice, at drawn points or a drawn time after a request was sent.
func killedSomewhere(base spec.History, pick mutations.Pick, hello spec.Hello) spec.History {
	var out spec.History
	first := pick(len(base))
	second := pick(len(base) + 1)
	for i, e := range base {
		if i != first && i != second || e.Is(spec.VerbOpen) || e.Is(spec.VerbAt) {
			out = append(out, e)
			continue
		}
		moments := append([]string{spec.PauseSent, "start", ""}, momentsOf(base, e, hello)...)
		moment, after := moments[pick(len(moments))], ""
		if moment == spec.PauseSent || moment == "start" {
			after = choose(pick, "", "50us", "100us", "200us", "300us", "500us", "750us", "1ms", "1500us", "2ms", "3ms", "5ms")
		}
		out = append(out, killedAt(e, moment, after)...)
	}
	return append(out, atTheEnd(base, hello)...)
}
