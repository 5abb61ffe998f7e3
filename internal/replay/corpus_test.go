package replay

import (
	"testing"

	"sameact/corpus"
)

// Every case of the corpus holds on the reference: the stories exercise their clause and break nothing.
func TestEveryCaseHolds(t *testing.T) {
	entries, err := corpus.All()
	if err != nil {
		t.Fatal(err)
	}
	on := gates()
	for _, e := range entries {
		why, err := Check(on[Reference(e.Case)], e.Case)
		if err != nil || why != "" {
			t.Errorf("%s: %s %v", e.Path, why, err)
		}
	}
}
