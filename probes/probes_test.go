package probes_test

import (
	"testing"

	"sameact/impl/reference"
	"sameact/probes"
)

// With -short, as under the race detector, a sparing run is enough: it plays a part of everything.
func TestReferenceObeys(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming} {
		t.Run(string(style), func(t *testing.T) {
			target := reference.New(reference.Obeying(style))
			defer target.Close()
			if testing.Short() {
				probes.Test(t, target, probes.Options{Seed: 1, Checks: 20, Sparing: true})
				return
			}
			probes.Test(t, target)
		})
	}
}
