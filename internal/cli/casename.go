package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"sameact/spec"
)

// caseName names a case by its content: the marked lines and keys, and eight digits of what it is
// about and its script. Two cases with one name are the same case.
func caseName(c spec.Case) string {
	words := []string{"unchanged"}
	if c.Lines.Marked() {
		words = nil
	}
	for _, e := range c.Lines.Script() {
		if e.Changed {
			words = append(words, e.Verb)
		}
		for _, f := range e.Fields {
			if f.Changed {
				words = append(words, strings.ToLower(f.Key))
			}
		}
	}
	if len(words) > 4 {
		words = words[:4]
	}
	return strings.Join(append(words, digest(c)), "-")
}

// digest tells cases apart by clause, verdict and script; what a gate answered and where the case
// comes from do not count.
func digest(c spec.Case) string {
	sum := sha256.Sum256([]byte(c.About + "\n" + c.Verdict + "\n" + c.Lines.Script().String()))
	return hex.EncodeToString(sum[:4])
}
