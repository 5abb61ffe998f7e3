package mutations

import (
	"testing"

	"sameact/spec"
)

// A world's lifetime may be no time at all, and what comes after it must not turn the clock back.
func TestNoWaitEndsBeforeItBegins(t *testing.T) {
	unusable, ok := Find("lifetime-unusable")
	if !ok {
		t.Fatal("no such mutation")
	}
	played := 0
	for _, m := range timeMutations {
		for way := range 64 {
			digits := []int{way % 8, way / 8}
			s := NewScene(Simplest)
			if !s.Do(unusable, func(n int) int { return digits[0] % n }) {
				t.Fatal("does not apply")
			}
			s.Do(m, func(n int) int { return digits[1] % n })
			if _, err := spec.ParseHistory(s.Script().String()); err != nil {
				t.Errorf("%s: %v\n%s", m.Slug, err, s.Script())
			}
			played++
		}
	}
	if played == 0 {
		t.Error("nothing was tried")
	}
}
