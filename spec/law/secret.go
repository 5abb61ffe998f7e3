package law

import (
	"strings"

	"sameact/spec"
)

// A secret is a text or number under a name whose last word is a secret one.
type secret struct{ at, text string }

// splitSecrets lists the secrets of arguments, and joins every other text and number.
func splitSecrets(v spec.Value) (secrets []secret, open string) {
	var b strings.Builder
	var walk func(v spec.Value, at string, hidden bool)
	walk = func(v spec.Value, at string, hidden bool) {
		switch s := scalar(v); {
		case hidden && strings.TrimSpace(s) != "":
			secrets = append(secrets, secret{at, s})
		case s != "":
			b.WriteString(s)
			b.WriteByte(0)
		}
		for i, e := range v.List {
			if v.Kind == spec.Object {
				walk(e, at+"/"+spec.PointerToken(v.Names[i]), hidden || secretName(v.Names[i]))
			} else {
				walk(e, at, hidden)
			}
		}
	}
	walk(v, "", false)
	return secrets, b.String()
}

// scalars joins every text and number of a value.
func scalars(v spec.Value) string {
	var b strings.Builder
	v.Walk(func(_ string, e spec.Value) {
		if s := scalar(e); s != "" {
			b.WriteString(s)
			b.WriteByte(0)
		}
	})
	return b.String()
}
