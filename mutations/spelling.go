package mutations

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// How the arguments are written: text that is compared as written, and JSON that may be spelled otherwise.

var spellingMutations = dimension("arguments",
	Mutation{
		Slug: "case-changed", About: "A text is written in another case.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isText), change: changeCase})
		},
	},
	Mutation{
		Slug: "letters-imitated", About: "A letter of a text is one of another alphabet that looks the same.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isText), change: func(v *spec.Value, pick Pick) bool {
				like, ok := lookAlike(v.Text, pick)
				return ok && setText(v, like)
			}})
		},
	},
	Mutation{
		Slug: "accents-decomposed", About: "A letter with an accent is written as letter and accent, or the reverse (NFC, NFD).",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isText), change: func(v *spec.Value, _ Pick) bool {
				if d := composed.Replace(v.Text); d != v.Text {
					return setText(v, d)
				}
				return setText(v, decomposed.Replace(v.Text))
			}})
		},
	},
	Mutation{
		Slug: "invisible-added", About: "A character of no width stands in a text.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isWord), change: func(v *spec.Value, pick Pick) bool {
				return setText(v, v.Text[:1]+choose(pick, []string{"\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\ufe0f"})+v.Text[1:])
			}})
		},
	},
	Mutation{
		Slug: "white-space-changed", About: "White space inside, before or after a text is other white space.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool { return s.edit(pick, edit{where: all(plain, isWord), change: space}) },
	},
	Mutation{
		Slug: "name-case-changed", About: "The name of a member is written in another case.",
		Label: Drift, Phase: AtPresentation, Owner: "as-written",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isObject), change: func(v *spec.Value, pick Pick) bool {
				if len(v.Names) == 0 {
					return false
				}
				i := pick(len(v.Names))
				name := strings.ToUpper(v.Names[i])
				_, there := v.Member(name)
				v.Names[i], v.RawNames[i] = name, spec.Quote(name)
				return !there
			}})
		},
	},
	Mutation{
		Slug: "keys-reordered", About: "The members of every object stand in another order.",
		Label: Continuation, Phase: AtPresentation, Owner: "order-of-keys",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: func(p place) bool { return len(p.path) == 0 }, change: reorderKeys})
		},
	},
	Mutation{
		Slug: "inner-keys-reordered", About: "The members of the inner objects stand in another order, the outer ones as they were.",
		Label: Continuation, Phase: AtPresentation, Owner: "order-of-keys",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: func(p place) bool { return p.depth > 0 && isObject(p) && len(p.value.List) > 1 }, change: reorderKeys})
		},
	},
	Mutation{
		Slug: "keys-of-many-alphabets-reordered", About: "Members whose names sort differently by language or encoding stand in another order.",
		Label: Continuation, Phase: AtPresentation, Owner: "order-of-keys",
		Apply: func(s *Scene, pick Pick) bool {
			mixed := func(p place) bool {
				return strings.ContainsFunc(strings.Join(p.value.Names, ""), func(r rune) bool { return r > 0x7f })
			}
			return s.edit(pick, edit{where: all(isObject, mixed), change: reorderKeys})
		},
	},
	Mutation{
		Slug: "spaced", About: "White space stands between the tokens.",
		Label: Continuation, Phase: AtPresentation, Owner: "spelling-of-json", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.rewrite(pick, func(text string, pick Pick) string {
				return spaced(text, choose(pick, []string{" ", "\n", "\t", "\r\n  "}))
			})
		},
	},
	Mutation{
		Slug: "escaped", About: "Characters of texts and names are written as escapes.",
		Label: Continuation, Phase: AtPresentation, Owner: "spelling-of-json", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: isWritten, text: true, change: escape})
		},
	},
	Mutation{
		Slug: "numbers-respelled", About: "A number is written otherwise: 1, 1.0, 1e0.",
		Label: Continuation, Phase: AtPresentation, Owner: "spelling-of-numbers", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(isNumber, exact), text: true, change: respell})
		},
	},
	Mutation{
		Slug: "zero-signed", About: "Zero is written with a sign, or without.",
		Label: Continuation, Phase: AtPresentation, Owner: "spelling-of-numbers", Needs: []string{"text"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: isNumber, text: true, change: func(v *spec.Value, pick Pick) bool {
				zero := v.Text == "0"
				*v = read(choose(pick, []string{"-0", "-0.0", "0e1"}))
				return zero
			}})
		},
	},
)

// changeCase writes a text in another case: its first letter, or all of them.
func changeCase(v *spec.Value, pick Pick) bool {
	letter := func(r rune) bool { return r < 0x80 && (r|0x20) >= 'a' && (r|0x20) <= 'z' }
	turn := func(r rune) rune {
		if letter(r) {
			return r ^ 0x20
		}
		return r
	}
	i := strings.IndexFunc(v.Text, letter)
	if v.Kind != spec.Text || i < 0 {
		return false
	}
	if pick(2) == 0 {
		return setText(v, v.Text[:i]+string(turn(rune(v.Text[i])))+v.Text[i+1:])
	}
	return setText(v, strings.Map(turn, v.Text))
}

// likes are letters of other alphabets that look like Latin ones.
var likes = map[rune]rune{'a': '\u0430', 'c': '\u0441', 'e': '\u0435', 'i': '\u0456', 'o': '\u043e', 'p': '\u0440', 's': '\u0455', 'x': '\u0445', 'y': '\u0443'}

// lookAlike replaces one of the first letters that have a look-alike.
func lookAlike(text string, pick Pick) (string, bool) {
	var where []int
	for i, r := range text {
		if likes[r] != 0 && len(where) < 4 {
			where = append(where, i)
		}
	}
	if len(where) == 0 {
		return text, false
	}
	i := choose(pick, where)
	return text[:i] + string(likes[rune(text[i])]) + text[i+1:], true
}

var accented = []string{"á", "a\u0301", "é", "e\u0301", "ë", "e\u0308", "ö", "o\u0308", "ü", "u\u0308", "ä", "a\u0308", "ñ", "n\u0303", "å", "a\u030a"}

var composed, decomposed = func() (*strings.Replacer, *strings.Replacer) {
	back := slices.Clone(accented)
	slices.Reverse(back)
	return strings.NewReplacer(accented...), strings.NewReplacer(back...)
}()

// isWord: a text that begins with two ASCII characters, so that something can stand between them.
func isWord(p place) bool {
	return isText(p) && len(p.value.Text) > 1 && p.value.Text[0] > ' ' && p.value.Text[0] < 0x7f && p.value.Text[1] < 0x7f
}

func space(v *spec.Value, pick Pick) bool {
	ways := []string{v.Text + " ", " " + v.Text, v.Text + "\n"}
	if i := strings.IndexByte(v.Text, ' '); i > 0 {
		with := func(s string) string { return v.Text[:i] + s + v.Text[i+1:] }
		ways = append([]string{with("  "), with("\u00a0"), with("\t"), with("")}, ways...)
	}
	return setText(v, choose(pick, ways))
}

// reorderKeys turns the members of every object round, or moves the first of each to its end.
func reorderKeys(v *spec.Value, pick Pick) bool {
	way := pick(2)
	var turn func(v *spec.Value)
	turn = func(v *spec.Value) {
		for i := range v.List {
			turn(&v.List[i])
		}
		if v.Kind != spec.Object || len(v.List) < 2 {
			return
		}
		if way == 0 {
			slices.Reverse(v.Names)
			slices.Reverse(v.RawNames)
			slices.Reverse(v.List)
			return
		}
		v.Names, v.RawNames = append(v.Names[1:], v.Names[0]), append(v.RawNames[1:], v.RawNames[0])
		v.List = append(v.List[1:], v.List[0])
	}
	turn(v)
	return true
}

// spaced puts white space around every token that is no text or number of its own.
func spaced(text, gap string) string {
	var b strings.Builder
	inside, escaped := false, false
	for _, r := range text {
		switch {
		case escaped:
			escaped = false
		case inside && r == '\\':
			escaped = true
		case r == '"':
			inside = !inside
		}
		b.WriteRune(r)
		if !inside && strings.ContainsRune("{[,:", r) {
			b.WriteString(gap)
		}
	}
	return b.String()
}

func isWritten(p place) bool {
	return isText(p) && p.value.Text != "" || isObject(p) && len(p.value.Names) > 0
}

// escape writes every character of a text, or of the names of an object, as an escape.
func escape(v *spec.Value, pick Pick) bool {
	spell := func(s string) string {
		var b strings.Builder
		for i, r := range s {
			switch {
			case r > 0xffff:
				b.WriteRune(r)
			case i > 0 && pick(2) == 1:
				quoted := spec.Quote(string(r))
				b.WriteString(quoted[1 : len(quoted)-1])
			default:
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		}
		return `"` + b.String() + `"`
	}
	if v.Kind == spec.Text {
		v.Raw = spell(v.Text)
		return true
	}
	for i, n := range v.Names {
		v.RawNames[i] = spell(n)
	}
	return true
}

func exact(p place) bool { return p.value.ExactDouble() }

func respell(v *spec.Value, pick Pick) bool {
	raw := v.Raw
	ways := []string{raw + "e0", raw + "E+0"}
	if strings.ContainsAny(raw, "eE") {
		f, err := strconv.ParseFloat(raw, 64)
		if err != nil || math.Abs(f) > 1e30 {
			return false
		}
		ways = []string{strconv.FormatFloat(f, 'f', -1, 64)}
	} else if strings.Contains(raw, ".") {
		ways = append([]string{raw + "0"}, ways...)
	} else {
		ways = append([]string{raw + ".0"}, ways...)
	}
	*v = read(choose(pick, ways))
	return true
}

// nextNumber is a number that a double can tell from the old one: the nearest, one more, ten times as much.
func nextNumber(v *spec.Value, pick Pick) bool {
	f, err := strconv.ParseFloat(v.Raw, 64)
	if err != nil {
		return false
	}
	next := choose(pick, []float64{f + 1, math.Nextafter(f, math.Inf(1)), f*10 + 1, -f - 1})
	if next == f {
		next = math.Nextafter(f, math.Inf(1))
	}
	if math.IsInf(next, 0) {
		return false
	}
	*v = read(strconv.FormatFloat(next, 'g', -1, 64))
	return true
}

// lastDigit is a number that rounds to the same double.
func lastDigit(v *spec.Value, pick Pick) bool {
	if n, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
		if n < 1<<53 || n > 1<<62 {
			return false
		}
		*v = read(strconv.FormatInt(n+1, 10))
		return !v.ExactDouble()
	}
	if !strings.Contains(v.Raw, ".") || strings.ContainsAny(v.Raw, "eE") {
		return false
	}
	*v = read(v.Raw + strings.Repeat("0", 20) + choose(pick, []string{"1", "9"}))
	return true
}
