package adapter

import (
	"slices"

	"sameact/spec/law"
)

// ofTheAdapter are features that say nothing about a system, but about how far an adapter lets itself be held.
var ofTheAdapter = []string{"own-clock", "any-name", "sync-points", "store-faults"}

// implied are words of which nothing need be said where another one is declared, or is left out.
var implied = map[string]string{"batch": "batch-whole", "batch-whole": "batch", "grant": "confirm", "guide": "handoff"}

// Unaccounted are the words that a system neither declares nor says why it does not.
func (s System) Unaccounted() (out []string) {
	known := slices.Clone(ofTheAdapter)
	for _, k := range kinds() {
		known = append(known, k.of(s.Said)...)
	}
	for _, u := range s.Undeclared {
		known = append(known, u.Words()...)
	}
	for _, k := range kinds() {
		for _, w := range k.known {
			_, clause := law.Find(w)
			if !clause && !slices.Contains(slices.Concat(known, out), w) && !slices.Contains(known, implied[w]) {
				out = append(out, w)
			}
		}
	}
	return out
}

// contradiction finds a word that a system declares and leaves out. One that is a chapter and a field may be one of both.
func (m *Manifest) contradiction() *wrong {
	for i, s := range m.Systems() { // the manifest itself, then its variants
		for j, u := range s.Undeclared {
			for _, w := range u.Words() {
				switch {
				case !s.declares(w):
				case i == 0:
					return bad(in("", "undeclared", j, "what"), "%q is declared as well; hint: one of the two", w)
				case m.Variants[i-1].Undeclared != nil:
					return bad(in("", "variants", i-1, "undeclared", j, "what"), "%q is declared as well; hint: one of the two", w)
				default:
					return bad(in("", "variants", i-1), "%q is declared, and the manifest's undeclared[%d] says why it is not; hint: give the variant an undeclared of its own", w, j)
				}
			}
		}
	}
	return nil
}

// declares reports whether a word stands wherever it can stand.
func (s System) declares(word string) bool {
	some := false
	for _, k := range kinds() {
		if slices.Contains(k.of(s.Said), word) {
			some = true
		} else if slices.Contains(k.known, word) {
			return false
		}
	}
	return some
}
