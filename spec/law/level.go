package law

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// This file is the law's own reading of what a page declares: how often an action is asked about, what it
// is made of, what its references stand for, and whether two declarations are alike.

// A level says how often a person is asked before an action runs.
type level int

const (
	noLevel     level = iota // it runs unasked
	askLevel                 // it is asked about, and may be allowed for the whole runtime session
	alwaysLevel              // it is asked about every time
)

func (l level) String() string { return [...]string{"none", "ask", "ask-always"}[l] }

// A levelReason is where a level comes from.
type levelReason string

const (
	byDefault  levelReason = "by default"
	asDeclared levelReason = "as declared"
	stricter   levelReason = "declared stricter than the default"
	byUnknown  levelReason = "by a word that nobody knows"
	byRefusal  levelReason = "its effect was denied before"
)

// levelOf is how often an action is asked about by its own declaration.
func levelOf(w *spec.World, a spec.Action) (level, levelReason) {
	usual, why := defaultLevel(w, a)
	switch a.Confirm {
	case "none":
		return noLevel, asDeclared
	case "":
		return usual, why
	case "ask", "always":
		l := map[string]level{"ask": askLevel, "always": alwaysLevel}[a.Confirm]
		if l > usual && why == byDefault && usual == noLevel {
			return l, stricter
		}
		return l, asDeclared
	}
	return alwaysLevel, byUnknown
}

func defaultLevel(w *spec.World, a spec.Action) (level, levelReason) {
	strictMode := w.ConfirmDefault != "danger" && w.ConfirmDefault != ""
	switch a.Risk {
	case "read":
		return noLevel, byDefault
	case "danger":
		return askLevel, byDefault
	case "write":
		if strictMode {
			return askLevel, byDefault
		}
		return noLevel, byDefault
	}
	return askLevel, byUnknown
}

// oddPage reports whether the level of an action, or of a step of it, rests on a word that the law does not
// know, so that a gate may always be stricter.
func oddPage(w *spec.World, a spec.Action) bool {
	odd := false
	eachAction(w, a, func(a spec.Action) {
		odd = odd || !slices.Contains([]string{"", "none", "ask", "always"}, a.Confirm) || !slices.Contains([]string{"read", "write", "danger"}, a.Risk)
	})
	return odd || !slices.Contains([]string{"danger", "writes", ""}, w.ConfirmDefault)
}

// eachAction visits an action and, where it is a composite, the actions of its steps.
func eachAction(w *spec.World, a spec.Action, visit func(spec.Action)) {
	seen := map[string]bool{}
	var under func(spec.Action)
	under = func(a spec.Action) {
		if seen[a.ID] {
			return
		}
		seen[a.ID] = true
		visit(a)
		for _, s := range a.Steps {
			if inner, ok := w.Action("", s.Action); ok {
				under(inner)
			}
		}
	}
	under(a)
}

// sameDeclarations reports whether an action of the page, and every step of it, is declared alike in two worlds.
func sameDeclarations(was, is *spec.World, id string) bool {
	a, ok := was.Action("", id)
	same := sameDeclaration(was, is, spec.Call{Action: id})
	if ok {
		eachAction(was, a, func(a spec.Action) { same = same && sameDeclaration(was, is, spec.Call{Action: a.ID}) })
	}
	return same
}

// effectOf is what an action brings about: by default what it is called.
func effectOf(a spec.Action, id string) string {
	if a.Effect != "" {
		return a.Effect
	}
	return id
}

// mostSteps is how many steps of a composite the law looks at; one that holds itself has no end.
const mostSteps = 64

// planned lays an action out as steps, those of composites inside it in their place.
func (b *books) planned(w *spec.World, a spec.Action, c spec.Call, declared bool, page spec.PageState) []pageStep {
	text, _ := c.Text()
	if len(a.Steps) == 0 || a.Handoff != nil || !declared {
		s := pageStep{id: c.Action, action: a, declared: declared, human: a.Handoff != nil, whole: true, written: text}
		b.weigh(&s, w, page)
		return []pageStep{s}
	}
	var out []pageStep
	var under func([]spec.ActionStep, level, int)
	under = func(steps []spec.ActionStep, floor level, deep int) {
		for _, d := range steps {
			if len(out) == mostSteps {
				return
			}
			inner, ok := w.Action("", d.Action)
			if ok && len(inner.Steps) > 0 && inner.Handoff == nil && deep < 8 {
				own, _ := levelOf(w, inner)
				under(inner.Steps, max(floor, own), deep+1)
				continue
			}
			s := pageStep{id: d.Action, action: inner, declared: ok, human: inner.Handoff != nil, written: orObject(string(d.Arguments)), floor: floor}
			b.weigh(&s, w, page)
			out = append(out, s)
		}
	}
	under(a.Steps, noLevel, 0)
	return out
}

// weigh notes what a step is now. One that was shown keeps the arguments that were shown.
func (b *books) weigh(s *pageStep, w *spec.World, page spec.PageState) {
	if !s.whole || s.declared {
		s.action, s.declared = w.Action("", s.id)
	}
	s.declared = s.declared && !slices.Contains(w.Guides, s.id)
	s.human = s.action.Handoff != nil
	s.level, _ = levelOf(w, s.action)
	s.level = max(s.level, s.floor)
	if !s.shown {
		s.args, s.resolved = b.resolved(s.written, page)
	}
}

func orObject(args string) string {
	if args == "" {
		return "{}"
	}
	return args
}

// resolved puts what the page has in the place of references; false where there is nothing to put.
func (b *books) resolved(text string, page spec.PageState) (string, bool) {
	v, err := b.value(text)
	if err != nil || !strings.Contains(text, "$ref") {
		return text, true
	}
	if out, ok := resolveIn(v, page); ok {
		return out, true
	}
	return text, false
}

func resolveIn(v spec.Value, page spec.PageState) (string, bool) {
	parts := make([]string, len(v.List))
	if v.Kind == spec.Object && len(v.Names) == 1 && v.Names[0] == "$ref" {
		raw, ok := page.Resolve(v.List[0].Text)
		return string(raw), ok && v.List[0].Kind == spec.Text
	}
	for i, inner := range v.List {
		text, ok := resolveIn(inner, page)
		if !ok {
			return "", false
		}
		if parts[i] = text; v.Kind == spec.Object {
			parts[i] = spec.Quote(v.Names[i]) + ":" + text
		}
	}
	switch v.Kind {
	case spec.Object:
		return "{" + strings.Join(parts, ",") + "}", true
	case spec.Array:
		return "[" + strings.Join(parts, ",") + "]", true
	}
	return v.Source(), true
}

// misfits says why arguments plainly do not fit what an action declares, or "". The law reads of a JSON
// Schema only required members, and the type of each.
func (b *books) misfits(parameters json.RawMessage, args string) string {
	v, err := b.value(args)
	if err != nil {
		return "the arguments have no single meaning"
	}
	if v.Kind != spec.Object {
		return "the arguments are no object"
	}
	schema, err := spec.ParseValue(string(parameters))
	if len(parameters) == 0 || err != nil {
		return ""
	}
	required, _ := schema.Member("required")
	for _, r := range required.List {
		if _, ok := v.Member(r.Text); !ok {
			return "the argument " + r.Text + " is missing"
		}
	}
	properties, _ := schema.Member("properties")
	for i, name := range properties.Names {
		given, ok := v.Member(name)
		wanted, said := properties.List[i].Member("type")
		if ok && said && !ofType(given, wanted.Text) {
			return "the argument " + name + " is no " + wanted.Text
		}
	}
	return ""
}

func ofType(v spec.Value, name string) bool {
	switch name {
	case "string":
		return v.Kind == spec.Text
	case "number":
		return v.Kind == spec.Number
	case "boolean":
		return v.Kind == spec.True || v.Kind == spec.False
	case "object":
		return v.Kind == spec.Object
	case "array":
		return v.Kind == spec.Array
	}
	return true
}

// at finds the value that a JSON pointer names.
func at(v spec.Value, pointer string) (spec.Value, bool) {
	for _, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			return v, true
		}
		name := strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		ok := false
		if v.Kind == spec.Array {
			n, err := strconv.Atoi(name)
			if ok = err == nil && n >= 0 && n < len(v.List); ok {
				v = v.List[n]
			}
		} else {
			v, ok = v.Member(name)
		}
		if !ok {
			return spec.Value{}, false
		}
	}
	return v, true
}

// sameMaterial reports whether two argument texts agree in each value that an action declares material.
// Absent, null and the empty text are three.
func (b *books) sameMaterial(a spec.Action, was, is string) bool {
	v, err := b.value(was)
	w, err2 := b.value(is)
	for _, p := range a.Material {
		x, ok := at(v, p)
		y, ok2 := at(w, p)
		if err != nil || err2 != nil || ok != ok2 || ok && !x.Equal(y) {
			return false
		}
	}
	return true
}

// sameShape reports whether a run is of the shape that a grant was given for.
func (b *books) sameShape(g *grant, r *run, w *spec.World) bool {
	return g.call.Action == r.call.Action && g.call.Principal == r.call.Principal && g.call.Agent == r.call.Agent && g.life == r.life &&
		b.sameMaterial(r.action, g.args, r.args) && sameDeclarations(g.world, w, r.call.Action)
}
