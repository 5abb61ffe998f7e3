package defects

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter preview: what the person is shown, and what is kept from them.

var preview = chapter(
	Defect{Slug: "secrets-are-shown", About: "No name hides its value.", Breaks: []string{"secrets-masked"},
		Apply: func(b *reference.Build) { b.Display.Secret = func(string) bool { return false } }},
	Defect{Slug: "only-exact-names-are-masked", About: "password is masked, userPassword and access-token are not.", Breaks: []string{"secrets-masked"},
		Apply: func(b *reference.Build) {
			usual := b.Display.Secret
			b.Display.Secret = func(name string) bool { return usual(name) && !strings.ContainsFunc(name[1:], isJoint) }
		}},
	Defect{Slug: "only-the-top-is-masked", About: "Secrets inside other values are shown.", Breaks: []string{"secrets-masked"},
		Apply: func(b *reference.Build) {
			d := b.Display
			b.Show = func(s spec.Show, canonical []byte) spec.Show {
				top, _ := value(canonical).(map[string]any)
				shallow := d
				shallow.Secret = func(name string) bool { _, there := top[name]; return there && d.Secret(name) }
				p := shallow.Preview(canonical)
				s.Preview, s.Full, s.Marks = p.Preview, p.Full, p.Marks
				return s
			}
		}},
	Defect{Slug: "full-view-shows-secrets", About: "The full view is the arguments as they are.", Breaks: []string{"secrets-masked"},
		Apply: func(b *reference.Build) {
			b.Show = func(s spec.Show, canonical []byte) spec.Show { s.Full = canonical; return s }
		}},
	Defect{Slug: "nothing-is-cut", About: "Everything is shown, however much it is.", Breaks: []string{"preview-bounded"},
		Apply: func(b *reference.Build) { b.Display.Limits = nil }},
	Defect{Slug: "cut-without-a-mark", About: "Nothing says that something was cut.", Breaks: []string{"cut-is-marked"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { unmark(s, reference.Cut) }) }},
	Defect{Slug: "masked-without-a-mark", About: "That a value under one of the usual names is masked is told inside the data only.", Breaks: []string{"cut-is-marked"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				unmark(s, reference.Masked, usuallySecret)
			})
		}},
	Defect{Slug: "data-makes-marks", About: "Marks are found by looking for their words in what is shown.", Breaks: []string{"cut-is-marked"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				m, _ := value(s.Preview).(map[string]any)
				for _, name := range sortedKeys(m) {
					if t, ok := m[name].(string); ok && (strings.HasPrefix(t, "[") || strings.Contains(t, "…") || t == "***") {
						s.Marks = append(slices.Clone(s.Marks), spec.Mark{At: "/" + spec.PointerToken(name), Kind: reference.Masked})
					}
				}
			})
		}},
	Defect{Slug: "mask-is-a-value", About: "A masked value is shown as an example that could be real.", Breaks: []string{"preview-tells-no-lies"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				for _, m := range s.Marks {
					if m.Kind == reference.Masked {
						s.Preview = replaced(s.Preview, m.At, "someone@corp.example")
					}
				}
			})
		}},
	Defect{Slug: "over-masks", About: "Every name that contains such a word is masked: max_tokens, secret_santa.", Breaks: []string{"preview-tells-no-lies"},
		Apply: func(b *reference.Build) {
			usual := b.Display.Secret
			b.Display.Secret = func(name string) bool {
				return usual(name) || slices.ContainsFunc([]string{"token", "secret", "cookie", "password"}, func(w string) bool { return strings.Contains(strings.ToLower(name), w) })
			}
		}},
	Defect{Slug: "numbers-shown-rounded", About: "Numbers are shown without their fraction.", Breaks: []string{"preview-tells-no-lies"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				s.Preview = hashing(numbers(func(f float64) any { return math.Trunc(f) }))("", s.Preview)
			})
		}},
	Defect{Slug: "shown-in-lower-case", About: "Texts are tidied before they are shown, and sent as they were.", Breaks: []string{"preview-tells-no-lies"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				if len(s.Marks) == 0 {
					s.Preview = hashing(texts(strings.ToLower))("", s.Preview)
				}
			})
		}},
	Defect{Slug: "description-is-missing", About: "The question does not say what the action does.", Breaks: []string{"names-the-act"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Description = "" }) }},
	Defect{Slug: "account-is-missing", About: "The question does not say for which account.", Breaks: []string{"names-the-act"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Account = "" }) }},
	Defect{Slug: "scope-and-risk-are-missing", About: "The question does not say how far the action reaches.", Breaks: []string{"names-the-act"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Scope, s.Risk = "", "" }) }},
	Defect{Slug: "action-is-shortened", About: "Of the action's id only the last word is shown.", Breaks: []string{"names-the-act"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) { s.Action = s.Action[strings.LastIndexByte(s.Action, '.')+1:] })
		}},
	Defect{Slug: "full-view-is-missing", About: "What was cut can nowhere be read.", Breaks: []string{"full-view"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Full = nil }) }},
	Defect{Slug: "full-view-is-cut", About: "The full view is the preview again.", Breaks: []string{"full-view"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Full = s.Preview }) }},
	Defect{Slug: "invisible-is-shown-raw", About: "Controls and characters of no width reach the screen.", Breaks: []string{"nothing-invisible"},
		Apply: func(b *reference.Build) { b.Display.Escape = func(s string) string { return s } }},
)

// isJoint reports whether a word of a name begins here.
func isJoint(r rune) bool { return r == '-' || r == '_' || r == ' ' || r >= 'A' && r <= 'Z' }

// unmark takes away the marks of one kind, everywhere or under such names.
func unmark(s *spec.Show, kind string, names ...func(string) bool) {
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), func(m spec.Mark) bool {
		return m.Kind == kind && (len(names) == 0 || names[0](m.At[strings.LastIndexByte(m.At, '/')+1:]))
	})
}

// replaced puts a text in the place that a JSON pointer names.
func replaced(text json.RawMessage, at, with string) json.RawMessage {
	v := value(text)
	var put func(v any, here string) any
	put = func(v any, here string) any {
		if here == at {
			return with
		}
		switch v := v.(type) {
		case map[string]any:
			for k := range v {
				v[k] = put(v[k], here+"/"+spec.PointerToken(k))
			}
		case []any:
			for i := range v {
				v[i] = put(v[i], here+"/"+string(spelled(i)))
			}
		}
		return v
	}
	return spelled(put(v, ""))
}
