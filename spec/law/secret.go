package law

import (
	"strings"

	"sameact/spec"
)

// walkSecrets visits every text and number under a name whose last word is a secret one, at any depth.
func walkSecrets(v spec.Value, visit func(at, secret string)) {
	walk(v, "", false, visit)
}

func walk(v spec.Value, at string, secret bool, visit func(at, secret string)) {
	if s := scalar(v); secret && strings.TrimSpace(s) != "" {
		visit(at, s)
	}
	for i, e := range v.List {
		name := ""
		if v.Kind == spec.Object {
			name = v.Names[i]
		}
		walk(e, at+"/"+spec.PointerToken(name), secret || secretName(name), visit)
	}
}
