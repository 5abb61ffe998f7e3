package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sameact/spec"
)

// This file checks what a question shows against the preview: header of a case. Every key, text and
// number is looked at after the preview was decoded, so that JSON escapes hide nothing.

// Shown is what a person was shown of one side of a case, beside what was asked about.
type Shown struct {
	Asked   json.RawMessage // the arguments
	Preview json.RawMessage
	Full    json.RawMessage // empty where the gate offers none
	Marks   []spec.Mark
}

// expectations is the preview: header. A flag is a mark of that kind; truncated means the kind cut, and
// an escaped character counts as flagged control, bidi and invisible alike. Advice is read and not
// checked: should_flag_b, and everything beside best_effort.
type expectations struct {
	MustNotContain    []string `json:"must_not_contain"`     // on neither side, in the full view neither
	MustContain       []string `json:"must_contain"`         // on both sides
	MustContainB      []string `json:"must_contain_b"`       // in b
	MustNotContainRaw []string `json:"must_not_contain_raw"` // characters that may appear only spelled out
	MustFlag          []string `json:"must_flag"`            // each kind, on both sides
	MustFlagAny       []string `json:"must_flag_any"`        // one of the kinds, on both sides
	MustFlagB         []string `json:"must_flag_b"`          // each kind, in b
	ShouldFlagB       []string `json:"should_flag_b"`
	FlagIfCut         string   `json:"flag_if_cut"`     // what is not shown whole is marked
	Distinguishable   bool     `json:"distinguishable"` // what is shown of a and of b differs, the full view counted
	MasksEqual        bool     `json:"masks_equal"`     // a mask tells neither length nor content
	MustShowCount     bool     `json:"must_show_count"` // a list that is cut says how many it has
	MustBeValidUTF8   bool     `json:"must_be_valid_utf8"`
	BestEffort        bool     `json:"best_effort"`
}

// CheckPreview says in which ways the questions about a and about b fall short of a case's preview:
// header; nil means in none. A header that cannot be read is a complaint too. Where a case has one
// side, b is a again.
func CheckPreview(expect json.RawMessage, a, b Shown) []string {
	var e expectations
	d := json.NewDecoder(bytes.NewReader(expect))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return []string{fmt.Sprintf("the expectations cannot be read: %v", err)}
	}
	if e.BestEffort {
		return nil
	}
	c := &checker{expectations: e}
	va, vb := c.side("a", a), c.side("b", b)
	if va != nil && vb != nil {
		c.both(va, vb)
	}
	return c.complaints
}

type checker struct {
	expectations
	complaints []string
}

func (c *checker) say(format string, args ...any) {
	c.complaints = append(c.complaints, fmt.Sprintf(format, args...))
}

// A view is one side, decoded.
type view struct {
	name           string
	asked, preview spec.Value
	marks          []spec.Mark
	texts          []string // everything the preview shows, mark notes too
	full           []string
	shown          Shown
}

func (c *checker) side(name string, s Shown) *view {
	v := &view{name: name, marks: s.Marks, shown: s}
	var err error
	if v.preview, err = spec.ParseValue(string(s.Preview)); err != nil {
		c.say("%s: the preview is no JSON: %v", name, err)
		return nil
	}
	v.asked, _ = spec.ParseValue(string(s.Asked))
	v.texts = texts(v.preview)
	for _, m := range s.Marks {
		v.texts = append(v.texts, m.Note)
	}
	if len(s.Full) > 0 {
		full, err := spec.ParseValue(string(s.Full))
		if err != nil {
			c.say("%s: the full view is no JSON: %v", name, err)
		}
		v.full = texts(full)
	}
	c.contents(v)
	c.flags(v)
	c.cuts(v)
	return v
}

func (c *checker) contents(v *view) {
	for _, t := range c.MustNotContain {
		if contains(v.texts, t) {
			c.say("%s: the preview holds %q", v.name, t)
		} else if contains(v.full, t) {
			c.say("%s: the full view holds %q", v.name, t)
		}
	}
	must := c.MustContain
	if v.name == "b" {
		must = slices.Concat(must, c.MustContainB)
	}
	for _, t := range must {
		if !contains(v.texts, t) {
			c.say("%s: the preview does not hold %q", v.name, t)
		}
	}
	for _, t := range c.MustNotContainRaw {
		if contains(v.texts, t) {
			c.say("%s: the preview holds %U as it is", v.name, []rune(t))
		}
	}
	if c.MustBeValidUTF8 {
		lost := string(utf8.RuneError)
		if !utf8.Valid(v.shown.Preview) || contains(v.texts, lost) && !contains(texts(v.asked), lost) {
			c.say("%s: a character is cut in two", v.name)
		}
	}
}

func (c *checker) flags(v *view) {
	must := c.MustFlag
	if v.name == "b" {
		must = slices.Concat(must, c.MustFlagB)
	}
	for _, f := range must {
		if !v.flagged(f) {
			c.say("%s: nothing is marked as %s", v.name, f)
		}
	}
	if len(c.MustFlagAny) > 0 && !slices.ContainsFunc(c.MustFlagAny, v.flagged) {
		c.say("%s: nothing is marked as one of %v", v.name, c.MustFlagAny)
	}
}

func (v *view) flagged(flag string) bool {
	if flag == "truncated" {
		flag = "cut"
	}
	spelledOut := slices.Contains([]string{"control", "bidi", "invisible"}, flag)
	return slices.ContainsFunc(v.marks, func(m spec.Mark) bool {
		return m.Kind == flag || spelledOut && m.Kind == "escaped" || strings.Contains(m.Note, flag)
	})
}

func (c *checker) cuts(v *view) {
	if c.FlagIfCut == "" && !c.MustShowCount {
		return
	}
	eachGap(v.asked, v.preview, "", func(g gap) {
		if c.FlagIfCut != "" && !v.marked(g) {
			c.say("%s: %q is not shown whole, and nothing marks it", v.name, g.at)
		}
		if c.MustShowCount && g.hidden > 0 && !v.counts(g) {
			c.say("%s: the list at %q does not say how many it has", v.name, g.at)
		}
	})
}

// A gap is a place that is not shown as it is.
type gap struct {
	at      string
	hidden  int  // items of a list that are not shown
	items   int  // items of the list in all
	shorter bool // less is shown, not only other characters
}

func eachGap(asked, preview spec.Value, at string, found func(gap)) {
	switch {
	case asked.Equal(preview):
	case asked.Kind == spec.Object && preview.Kind == spec.Object:
		for i, name := range asked.Names {
			below, ok := preview.Member(name)
			if !ok {
				found(gap{at: at, shorter: true})
				continue
			}
			eachGap(asked.List[i], below, at+"/"+spec.PointerToken(name), found)
		}
	case asked.Kind == spec.Array && preview.Kind == spec.Array:
		for i := range min(len(asked.List), len(preview.List)) {
			eachGap(asked.List[i], preview.List[i], at+"/"+strconv.Itoa(i), found)
		}
		if n := len(asked.List) - len(preview.List); n > 0 {
			found(gap{at: at, hidden: n, items: len(asked.List), shorter: true})
		}
	default:
		shorter := asked.Kind != spec.Text || len(preview.Text) < len(asked.Text)
		found(gap{at: at, hidden: len(asked.List), items: len(asked.List), shorter: shorter})
	}
}

// marked reports whether a mark stands at a gap, above it, or (where a name itself is cut) just below.
// Escapes only lengthen, so a shorter text needs a mark that says more.
func (v *view) marked(g gap) bool {
	return slices.ContainsFunc(v.marks, func(m spec.Mark) bool {
		near := m.At == g.at || strings.HasPrefix(g.at, m.At+"/") || strings.HasPrefix(m.At, g.at+"/")
		return near && (!g.shorter || m.Kind == "cut" || m.Kind == "masked")
	})
}

func (v *view) counts(g gap) bool {
	said := strings.Join(v.texts, " ")
	numbers := strings.FieldsFunc(said, func(r rune) bool { return r < '0' || r > '9' })
	return slices.Contains(numbers, strconv.Itoa(g.items)) || slices.Contains(numbers, strconv.Itoa(g.hidden))
}

func (c *checker) both(a, b *view) {
	if c.Distinguishable && a.preview.Equal(b.preview) && slices.Equal(a.marks, b.marks) && slices.Equal(a.full, b.full) {
		c.say("a and b look the same")
	}
	if !c.MasksEqual {
		return
	}
	va, vb := places(a.preview), places(b.preview)
	for _, m := range a.marks {
		if m.Kind == "masked" && (va[m.At] != vb[m.At] || !slices.Contains(b.marks, m)) {
			c.say("the masks at %q differ", m.At)
		}
	}
}

func places(v spec.Value) map[string]string {
	out := map[string]string{}
	v.Walk(func(at string, v spec.Value) { out[at] = v.Source() })
	return out
}

// texts are the names, texts, numbers and words of a value.
func texts(v spec.Value) []string {
	var out []string
	v.Walk(func(_ string, v spec.Value) {
		switch v.Kind {
		case spec.Text:
			out = append(out, v.Text)
		case spec.Array:
		case spec.Object:
			out = append(out, v.Names...)
		default:
			out = append(out, v.Source())
		}
	})
	return out
}

func contains(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, part) })
}
