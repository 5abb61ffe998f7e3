package mutations

import (
	"fmt"
	"strings"

	"sameact/spec"
)

// Arguments that have no single meaning: readers take them differently, or not at all.

var ambiguousMutations = dimension("arguments",
	Mutation{
		Slug: "meaning-doubled", About: "The presented text has no single meaning.",
		Label: Drift, Phase: AtPresentation, Owner: "ambiguous-refused", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool { return s.rewrite(pick, ambiguous) },
	},
	Mutation{
		Slug: "meaning-doubled-when-asked", About: "The text with which the act is asked for has no single meaning.",
		Label: Drift, Phase: AtAsk, Owner: "ambiguous-refused", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			was, _ := s.asked.Args.Text()
			is := ambiguous(was, pick)
			s.over = append(s.over, spec.Field{Key: "text", Value: spec.Quote(is), Changed: true})
			return s.mate == nil && len(s.over) == 1 && is != was
		},
	},
	Mutation{
		Slug: "bytes-broken", About: "The presented bytes are not UTF-8.",
		Label: Drift, Phase: AtPresentation, Owner: "ambiguous-refused", Needs: []string{"text", "bytes"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.present(pick, func(c *spec.Call, pick Pick) bool {
				text, ok := c.Args.Text()
				i := strings.LastIndexByte(text, '"')
				if !ok || i < 0 {
					return false
				}
				c.Args = spec.BytesArgs([]byte(text[:i] + choose(pick, []string{"\xff", "\xc3", "\xed\xa0\x80", "\xc0\xaf"}) + text[i:]))
				return true
			})
		},
	},
)

// ambiguous makes a text of JSON one that readers take differently, or not at all.
func ambiguous(text string, pick Pick) string {
	v, err := spec.ParseValue(text)
	if err != nil || v.Kind != spec.Object || len(v.List) == 0 {
		return text
	}
	name, member, rest := v.RawNames[0], v.List[0].Source(), v.Source()[1:]
	is := choose(pick, []string{
		"{" + name + ":" + member + "," + rest,                       // the same member twice
		"{" + name + `:"` + stranger + `",` + rest,                   // the last of two is the approved one
		v.Source()[:len(rest)] + "," + name + `:"` + stranger + `"}`, // the first of two is the approved one
		"{" + escapedName(v.Names[0]) + ":" + member + "," + rest,
		`{"remark":"\ud800",` + rest,
		"{" + rest + "}",
		"{" + rest[:len(rest)-1],
		rest,
		"{" + rest[:len(rest)-1] + ",}",
		"/* approved */{" + rest,
		"\ufeff{" + rest,
		`{"remark":NaN,` + rest,
		"{" + rest + "{}",
		"",
	})
	if _, err := spec.ParseValue(is); err == nil {
		return text
	}
	return is
}

func escapedName(name string) string {
	for i, r := range name {
		if i == 0 && r <= 0xffff {
			q := spec.Quote(name[len(string(r)):])
			return fmt.Sprintf(`"\u%04x`, r) + q[1:]
		}
	}
	return `"\u0061"`
}
