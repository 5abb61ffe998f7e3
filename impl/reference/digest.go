package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"

	"sameact/spec"
)

// digest is of a page action's declaration and of those of its steps: whoever edits one of them edits
// what was shown.
func digest(w *spec.World, a spec.Action) string {
	h := sha256.New()
	into(h, w, a, new(int))
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func into(h hash.Hash, w *spec.World, a spec.Action, seen *int) {
	h.Write([]byte(Contract(w, a)))
	for _, s := range a.Steps {
		if *seen++; *seen > mostSteps {
			return
		}
		inner, _ := w.Action("", s.Action)
		into(h, w, inner, seen)
	}
}
