package law

import (
	"encoding/json"
	"strconv"
	"strings"

	"sameact/spec"
)

// This file holds the question that was shown beside the arguments that it is about, and finds each place
// at which the two are not the same. What that means is said by the clauses in preview.go.

// shown is one question beside the arguments it is about.
type shown struct {
	question *Question
	event    *spec.Event
	at       int
	text     string // the arguments as written
	args     spec.Value
	preview  spec.Value
	marks    []spec.Mark
	gaps     []gap
}

// A gap is one place at which the preview is not the value.
type gap struct {
	at   string
	kind string // cut: less is shown; masked: under a secret name; other: something else is shown
	mark string // the kind of the mark that covers it, or ""
	was  spec.Value
	is   spec.Value
}

func eachShown(look func(*Reader, *shown)) func(*Reader) {
	return func(r *Reader) {
		for _, s := range r.books.shownQuestions() {
			look(r, s)
		}
	}
}

// shownQuestions reads each question of a history once, for all clauses of the chapter.
func (b *books) shownQuestions() []*shown {
	if b.previews != nil {
		return *b.previews
	}
	var out []*shown
	for _, q := range b.asked {
		if q.Shown == nil {
			continue
		}
		s := &shown{question: q, event: q.Shown, at: q.ShownAt}
		s.text, _ = q.Call.Text()
		var err error
		if s.args, err = b.value(s.text); err != nil {
			continue
		}
		if f, ok := q.Shown.Get("preview"); ok {
			s.preview, _ = spec.ParseValue(f.JSON())
		}
		if f, ok := q.Shown.Get("marks"); ok {
			_ = json.Unmarshal([]byte(f.JSON()), &s.marks)
		}
		s.compare("", s.args, s.preview, false)
		out = append(out, s)
	}
	b.previews = &out
	return out
}

func (s *shown) compare(at string, was, is spec.Value, secret bool) {
	switch {
	case was.Equal(is):
		return
	case was.Kind == spec.Object && is.Kind == spec.Object && !secret:
		s.members(at, was, is)
		return
	case was.Kind == spec.Array && is.Kind == spec.Array && !secret:
		for i := range was.List {
			if i < len(is.List) {
				s.compare(at+"/"+strconv.Itoa(i), was.List[i], is.List[i], false)
			}
		}
		if len(is.List) != len(was.List) {
			kind := "cut"
			if len(is.List) > len(was.List) {
				kind = "other"
			}
			s.gap(at, kind, was, is)
		}
		return
	}
	kind := "other"
	switch {
	case secret:
		kind = "masked"
	case was.Kind == spec.Text && is.Kind == spec.Text && cutText(was.Text, is.Text),
		(was.Kind == spec.Object || was.Kind == spec.Array) && is.Kind != was.Kind && is.Kind != spec.Number,
		is.Kind == 0:
		kind = "cut"
	}
	s.gap(at, kind, was, is)
}

// members compares two objects name by name. A name with characters that nobody sees may be shown
// escaped: then it stands under another name, and a mark says so.
func (s *shown) members(at string, was, is spec.Value) {
	own, left := map[string]bool{}, map[string]int{}
	for _, name := range was.Names {
		own[name] = true
	}
	for i, name := range is.Names {
		left[name] = i
	}
	for i, name := range was.Names {
		j, ok := left[name]
		if !ok {
			j, ok = s.escapedName(at, name, is, own, left)
		}
		if !ok {
			s.gap(at+"/"+spec.PointerToken(name), "cut", was.List[i], spec.Value{})
			continue
		}
		delete(left, is.Names[j])
		s.compare(at+"/"+spec.PointerToken(is.Names[j]), was.List[i], is.List[j], secretName(name))
	}
	for i, name := range is.Names {
		if _, extra := left[name]; extra {
			s.gap(at+"/"+spec.PointerToken(name), "other", spec.Value{}, is.List[i])
		}
	}
}

// escapedName finds the marked name under which a name is shown that cannot be shown as it is, among
// those of the preview that are left.
func (s *shown) escapedName(at, name string, is spec.Value, own map[string]bool, left map[string]int) (int, bool) {
	escapable := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '\\' })
	if !escapable && len(name) < 40 {
		return 0, false
	}
	for i, n := range is.Names {
		below := at + "/" + spec.PointerToken(n)
		if _, free := left[n]; !free || own[n] {
			continue
		}
		switch mark := s.covers(below); {
		case mark == "cut" && cutText(name, n):
			s.gap(below, "cut", spec.Value{Kind: spec.Text, Text: name}, spec.Value{Kind: spec.Text, Text: n})
			return i, true
		case mark != "" && escapable:
			return i, true
		}
	}
	return 0, false
}

// cutText reports whether a shown text is a beginning of the whole, with at most a short tail of its own.
func cutText(whole, shown string) bool {
	n := 0
	for n < len(whole) && n < len(shown) && whole[n] == shown[n] {
		n++
	}
	return n < len(whole) && len(shown) < len(whole) && len(shown)-n <= 40
}

func (s *shown) gap(at, kind string, was, is spec.Value) {
	s.gaps = append(s.gaps, gap{at, kind, s.covers(at), was, is})
}

// covers finds the kind of the mark at a place or above it; masked and cut come before flags.
func (s *shown) covers(at string) string {
	best := ""
	for _, m := range s.marks {
		if m.At != at && !strings.HasPrefix(at, m.At+"/") {
			continue
		}
		if best == "" || m.Kind == "masked" || m.Kind == "cut" {
			best = m.Kind
		}
	}
	return best
}
