package probes_test

import (
	"testing"

	"sameact/impl/reference"
	"sameact/probes"
)

func TestReferenceObeys(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming, reference.Whole} {
		t.Run(string(style), func(t *testing.T) {
			target := reference.New(reference.Obeying(style))
			defer target.Close()
			probes.Test(t, target)
		})
	}
}
