package probes

import (
	"slices"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Shrink leaves out of a script whatever can be left out while broken still holds: lines, then keys,
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
	}
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
	for _, e := range s.best {
		for _, f := range e.Fields {
			if t, ok := argumentText(f); ok {
				texts = append(texts, t)
			}
		}
	}
	for _, edit := range mutations.Simplifications(texts) {
		h := s.best.Clone()
		for i := range h {
			for j, f := range h[i].Fields {
				if t, ok := argumentText(f); ok {
					h[i].Fields[j].Value = spellArguments(f.Key, edit(t))
				}
			}
		}
		s.try(h)
	}
	s.plainText()
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
