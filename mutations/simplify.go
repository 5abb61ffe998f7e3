package mutations

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// Simplifications are edits that make argument texts smaller, for a shrinker that does each to all the
// texts of a story at once, so that what is equal stays equal. They are drawn from the places of the
// given texts, the ones that save most first. An edit leaves a text that it does not fit as it is.
func Simplifications(texts []string) []func(string) string {
	var all []simplification
	seen := map[string]bool{}
	for _, text := range texts {
		v, err := spec.ParseValue(text)
		if err != nil {
			continue
		}
		v.Walk(func(pointer string, v spec.Value) {
			size := len(v.Source())
			for _, s := range simplifications(pointer, v, size) {
				if key := pointer + " " + s.what; !seen[key] {
					seen[key] = true
					all = append(all, s)
				}
			}
		})
	}
	slices.SortStableFunc(all, func(a, b simplification) int { return cmp.Compare(b.saves, a.saves) })
	out := make([]func(string) string, 0, len(all)+1)
	for _, s := range all {
		out = append(out, s.edit)
	}
	return append(out, compact)
}

type simplification struct {
	what  string
	saves int // bytes, of the text that it was drawn from
	edit  func(string) string
}

func simplifications(pointer string, v spec.Value, size int) []simplification {
	var out []simplification
	if pointer != "" {
		out = append(out, simplification{"drop", size, atPointer(pointer, func(parent *spec.Value, i int) { remove(parent, i) })})
		for _, leaf := range []string{"0", `"a"`} {
			out = append(out, simplification{leaf, size - len(leaf), atPointer(pointer, func(parent *spec.Value, i int) {
				if len(parent.List[i].Source()) > len(leaf) {
					parent.List[i] = read(leaf)
				}
			})})
		}
	}
	if runes := len([]rune(v.Text)); v.Kind == spec.Text && runes > 3 && pointer != "" {
		for parts := 2; parts <= 64 && runes/parts > 0; parts *= 2 {
			for i := range parts {
				from, to := runes*i/parts, runes*(i+1)/parts
				what := "cut " + strconv.Itoa(from) + "-" + strconv.Itoa(to)
				out = append(out, simplification{what, size / parts, atPointer(pointer, func(parent *spec.Value, i int) { cut(&parent.List[i], from, to) })})
			}
		}
	}
	if n := len(v.List); n > 8 && pointer != "" {
		for parts := 2; parts <= 16; parts *= 2 {
			for i := range parts {
				from, to := n*i/parts, n*(i+1)/parts
				what := "leave out " + strconv.Itoa(from) + "-" + strconv.Itoa(to)
				out = append(out, simplification{what, size / parts, atPointer(pointer, func(parent *spec.Value, i int) { leaveOut(&parent.List[i], from, to) })})
			}
		}
	}
	return out
}

// leaveOut takes members or elements out of a container.
func leaveOut(v *spec.Value, from, to int) {
	if to = min(to, len(v.List)); from >= to {
		return
	}
	v.List = slices.Delete(slices.Clone(v.List), from, to)
	if v.Kind == spec.Object {
		v.Names = slices.Delete(slices.Clone(v.Names), from, to)
		v.RawNames = slices.Delete(slices.Clone(v.RawNames), from, to)
	}
}

// cut takes code points out of a text.
func cut(v *spec.Value, from, to int) {
	r := []rune(v.Text)
	if v.Kind == spec.Text && from < len(r) {
		*v = textValue(string(r[:from]) + string(r[min(to, len(r)):]))
	}
}

// atPointer edits the entry at a JSON pointer, given its container and its index there.
func atPointer(pointer string, edit func(parent *spec.Value, i int)) func(string) string {
	tokens := strings.Split(pointer[1:], "/")
	return func(text string) string {
		root, err := spec.ParseValue(text)
		if err != nil {
			return text
		}
		root = copied(root)
		v := &root
		for n, token := range tokens {
			i := entry(v, token)
			if i < 0 {
				return text
			}
			if n == len(tokens)-1 {
				edit(v, i)
				return root.Source()
			}
			v = &v.List[i]
		}
		return text
	}
}

func entry(v *spec.Value, token string) int {
	if v.Kind == spec.Object {
		return slices.IndexFunc(v.Names, func(n string) bool { return spec.PointerToken(n) == token })
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(v.List) {
		return -1
	}
	return i
}

// compact takes the white space between tokens out.
func compact(text string) string {
	v, err := spec.ParseValue(text)
	if err != nil {
		return text
	}
	return v.Source()
}
