package probes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Shrink leaves out of a script whatever can be left out while broken still holds: lines, then keys, also of calls in a list,
// then parts of arguments (in all lines at once, so that what is asked and what is presented stay
// alike), then entries of world lists. It needs nothing but the script, and plays at most tries scripts.
func Shrink(script spec.History, tries int, broken func(spec.History) bool) spec.History {
	s := &shrinker{best: script.Script().Clone(), left: tries, broken: broken, seen: map[string]bool{script.Script().String(): true}}
	for s.changed = true; s.changed && s.left > 0; {
		s.changed = false
		s.lines()
		s.keys()
		s.marks()
		s.arguments()
		s.lists()
	}
	return s.best
}

type shrinker struct {
	best    spec.History
	left    int
	broken  func(spec.History) bool
	seen    map[string]bool
	changed bool
}

func (s *shrinker) try(h spec.History) bool {
	key := h.String()
	if s.left <= 0 || s.seen[key] || len(h) == 0 {
		return false
	}
	s.seen[key] = true
	s.left--
	if !s.broken(h) {
		return false
	}
	s.best, s.changed = h, true
	return true
}

// lines drops one line after the other, from the end, and pairs that only make sense together.
func (s *shrinker) lines() {
	for i := len(s.best) - 1; i >= 0; i-- {
		if i < len(s.best) {
			s.try(slices.Delete(s.best.Clone(), i, i+1))
		}
	}
	for i := len(s.best) - 1; i >= 0; i-- {
		for j := i - 1; j >= 0; j-- {
			if i < len(s.best) {
				h := slices.Delete(s.best.Clone(), i, i+1)
				s.try(slices.Delete(h, j, j+1))
			}
		}
	}
}

func (s *shrinker) keys() {
	for i := range s.best {
		for j := len(s.best[i].Fields) - 1; j >= 0; j-- {
			if j < len(s.best[i].Fields) {
				h := s.best.Clone()
				h[i].Fields = slices.Delete(h[i].Fields, j, j+1)
				s.try(h)
			}
		}
		for j := range s.best[i].Fields {
			s.keysOfCalls(i, j)
		}
	}
}

// keysOfCalls drops keys of calls that stand in a list.
func (s *shrinker) keysOfCalls(i, j int) {
	for c := range callsIn(s.best[i].Fields[j]) {
		for k := len(callsIn(s.best[i].Fields[j])[c].Line.Fields) - 1; k >= 0; k-- {
			h := s.best.Clone()
			calls := callsIn(h[i].Fields[j])
			calls[c].Line.Fields = slices.Delete(calls[c].Line.Fields, k, k+1)
			h[i].Fields[j].Value = spellCalls(calls)
			s.try(h)
		}
	}
}

// callsIn are the calls that a key lists, each with the keys of a line; none where it lists none.
func callsIn(f spec.Field) []spec.TurnCall {
	e := spec.Event{Fields: []spec.Field{f}}
	read := map[string]func() ([]spec.TurnCall, error){"calls": e.TurnCalls, "then": e.ThenCalls}[f.Key]
	if read == nil {
		return nil
	}
	calls, err := read()
	if err != nil {
		return nil
	}
	return calls
}

func spellCalls(calls []spec.TurnCall) string {
	var b strings.Builder
	for i, c := range calls {
		b.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
		name, _ := json.Marshal(c.Act)
		fmt.Fprintf(&b, "[%s,{", name)
		for j, f := range c.Line.Fields {
			b.WriteString(map[bool]string{true: "", false: ","}[j == 0])
			key, _ := json.Marshal(f.Key)
			fmt.Fprintf(&b, "%s:%s", key, f.JSON())
		}
		b.WriteString("}]")
	}
	return b.String() + "]"
}

// marks makes a line marked as a whole out of one that says nothing without its marked keys.
func (s *shrinker) marks() {
	for i, e := range s.best {
		if len(e.Fields) == 0 || e.Changed || !saysNothing(e) || slices.ContainsFunc(e.Fields, func(f spec.Field) bool { return !f.Changed }) {
			continue
		}
		h := s.best.Clone()
		h[i].Changed = true
		for j := range h[i].Fields {
			h[i].Fields[j].Changed = false
		}
		s.try(h)
	}
}

func saysNothing(e spec.Event) bool {
	return e.Is(spec.VerbOpen) || e.Is(spec.VerbConfigure) || e.Is(spec.VerbTamper)
}

func (s *shrinker) arguments() {
	var texts []string
	eachArguments(s.best.Clone(), func(text string) string {
		texts = append(texts, text)
		return text
	})
	for _, edit := range mutations.Simplifications(texts) {
		h := s.best.Clone()
		eachArguments(h, edit)
		s.try(h)
	}
	s.plainText()
}

// eachArguments edits the arguments of every line, and of every call that a line lists.
func eachArguments(h spec.History, edit func(string) string) {
	edited := func(fields []spec.Field) {
		for j, f := range fields {
			if t, ok := argumentText(f); ok {
				fields[j].Value = spellArguments(f.Key, edit(t))
			}
		}
	}
	for _, e := range h {
		edited(e.Fields)
		for j, f := range e.Fields {
			calls := callsIn(f)
			for _, c := range calls {
				edited(c.Line.Fields)
			}
			if len(calls) > 0 {
				e.Fields[j].Value = spellCalls(calls)
			}
		}
	}
}

// plainText turns text= into args= where the spelling is not what matters.
func (s *shrinker) plainText() {
	h := s.best.Clone()
	for i := range h {
		for j, f := range h[i].Fields {
			if f.Key != "text" {
				continue
			}
			if v, err := spec.ParseValue(f.Text()); err == nil && v.Kind == spec.Object {
				h[i].Fields[j].Key, h[i].Fields[j].Value = "args", v.Source()
			}
		}
	}
	s.try(h)
}

func argumentText(f spec.Field) (string, bool) {
	switch f.Key {
	case "args":
		return f.Value, f.Value != "none"
	case "text":
		return f.Text(), true
	}
	return "", false
}

func spellArguments(key, text string) string {
	if key == "text" {
		return spec.Spell(text)
	}
	return spec.SpellJSON([]byte(text))
}

// lists drops entries of list-valued keys: connectors, calls, decisions.
func (s *shrinker) lists() {
	for i := range s.best {
		for j := range s.best[i].Fields {
			s.entries(i, j)
		}
	}
}

func (s *shrinker) entries(i, j int) {
	for k := 0; i < len(s.best) && j < len(s.best[i].Fields); k++ {
		f := s.best[i].Fields[j]
		if !strings.HasPrefix(f.Value, "[") || f.Key == "args" {
			return
		}
		v, err := spec.ParseValue(f.Value)
		if err != nil || k >= len(v.List) || len(v.List) < 2 {
			return
		}
		v.List = slices.Delete(slices.Clone(v.List), k, k+1)
		h := s.best.Clone()
		h[i].Fields[j].Value = v.Source()
		if s.try(h) {
			k--
		}
	}
}
