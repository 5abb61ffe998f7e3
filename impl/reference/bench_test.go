package reference

import (
	"testing"

	"sameact/spec"
)

// BenchmarkFreshPlace is what one history costs before its first line.
func BenchmarkFreshPlace(b *testing.B) {
	target := New(Obeying(RePresent))
	defer target.Close()
	w := spec.DefaultWorld()
	for b.Loop() {
		place, err := target.Open()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := place.Start("p1", &outside{}, w); err != nil {
			b.Fatal(err)
		}
		if err := place.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAskAllowRun is one whole approved act, in a fresh place each.
func BenchmarkAskAllowRun(b *testing.B) {
	for _, style := range []Style{RePresent, Resuming} {
		b.Run(string(style), func(b *testing.B) {
			target := New(Obeying(style))
			defer target.Close()
			w := spec.DefaultWorld()
			for b.Loop() {
				place, err := target.Open()
				if err != nil {
					b.Fatal(err)
				}
				g, err := place.Start("p1", &outside{}, w)
				if err != nil {
					b.Fatal(err)
				}
				s := &scene{t: b, gate: g, now: start}
				asked := s.call(mail(letter), "")
				if out := s.decide(asked.Request, `"allow"`); style == RePresent {
					is(b, out, spec.Recorded, "")
					out = s.call(mail(letter), asked.Request)
					is(b, out, spec.Executed, "")
				} else {
					is(b, out, spec.Executed, "")
				}
				if err := place.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
