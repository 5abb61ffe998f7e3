package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gowebpki/jcs"

	"sameact/spec"
)

// between separates the two texts of FuzzFingerprint: a byte that no UTF-8 holds. Without it both
// texts are the whole.
const between = 0xff

// FuzzFingerprint compares two texts: one fingerprint exactly where they are one value, a refusal
// exactly where there is a reason for it.
func FuzzFingerprint(f *testing.F) {
	for _, seed := range fingerprintSeeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkFingerprints(Canonical, data); err != nil {
			t.Error(err)
		}
	})
}

func fingerprintSeeds(t testing.TB) [][]byte {
	var seeds [][]byte
	for _, v := range vectors(t) {
		if len(v.A)+len(v.B) < 2000 {
			seeds = append(seeds, bytes.Join([][]byte{[]byte(v.A), []byte(v.B)}, []byte{between}))
		}
	}
	return seeds
}

type canonicaliser func(text string) ([]byte, *ArgumentError)

// checkFingerprints says how a canonicaliser fails on the two texts in data, or nil.
func checkFingerprints(canonical canonicaliser, data []byte) error {
	left, right, two := bytes.Cut(data, []byte{between})
	if !two {
		right = left
	}
	a, errA := checkText(canonical, string(left))
	b, errB := checkText(canonical, string(right))
	if err := errors.Join(errA, errB); err != nil || a == nil || b == nil {
		return err
	}
	va, _ := spec.ParseValue(string(left))
	vb, _ := spec.ParseValue(string(right))
	act := Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send", Args: a}
	first := act.Fingerprint()
	act.Args = b
	if one := first == act.Fingerprint(); one != va.Equal(vb) {
		return fmt.Errorf("%q and %q: one fingerprint is %v, one value is %v", left, right, one, va.Equal(vb))
	}
	return nil
}

// checkText compares what becomes of one text with the law's own reading and with a third canonicaliser.
func checkText(canonical canonicaliser, text string) ([]byte, error) {
	out, bad := canonical(text)
	reason := reasonToRefuse(text)
	if bad != nil {
		if reason == "" {
			return nil, fmt.Errorf("%q: refused (%v) without a reason", text, bad)
		}
		return nil, nil
	}
	if reason != "" {
		return nil, fmt.Errorf("%q: accepted as %q, though %s", text, out, reason)
	}
	again, bad := canonical(string(out))
	if bad != nil || !bytes.Equal(again, out) {
		return nil, fmt.Errorf("%q: the canonical form %q has another: %q, %v", text, out, again, bad)
	}
	third, err := jcs.Transform([]byte(text))
	if err != nil || !bytes.Equal(third, out) {
		return nil, fmt.Errorf("%q: canonical form %q, and another canonicaliser says %q, %v", text, out, third, err)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, out) != nil || !bytes.Equal(compact.Bytes(), out) {
		return nil, fmt.Errorf("%q: the canonical form %q holds white space", text, out)
	}
	return out, nil
}

// reasonToRefuse is the law's reading of what arguments are, without a word of the gate's.
func reasonToRefuse(text string) string {
	v, err := spec.ParseValue(text)
	switch {
	case len(text) > MaxArgumentBytes:
		return "it is too large"
	case err != nil:
		return err.Error()
	case v.Kind != spec.Object:
		return "it is no object"
	case v.Depth() > MaxArgumentDepth:
		return "it is too deep"
	}
	reason := ""
	v.Walk(func(at string, v spec.Value) {
		if v.Kind == spec.Number && !v.ExactDouble() {
			reason = v.Raw + " is no exact double"
		}
		if hasNoncharacter(v.Text) || hasNoncharacter(strings.Join(v.Names, "")) {
			reason = "it has a noncharacter at " + at
		}
	})
	return reason
}

func hasNoncharacter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= 0xfdd0 && r <= 0xfdef || r&0xffff == 0xfffe || r&0xffff == 0xffff
	}) || !utf8.ValidString(s)
}
