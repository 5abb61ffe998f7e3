package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"sameact/spec"
)

// Contract is the digest of a declaration: scope, risk, confirm, parameters, effect, material, handoff
// and steps (spec/protocol/protocol.md §7). The description is free. JSON that says the same counts as the same.
func Contract(_ *spec.World, a spec.Action) string {
	if a.Effect == "" {
		a.Effect = a.ID
	}
	a.Parameters = canonicalOr(a.Parameters)
	for i, s := range a.Steps {
		if i == 0 {
			a.Steps = append([]spec.ActionStep(nil), a.Steps...)
		}
		a.Steps[i].Arguments = canonicalOr(s.Arguments)
	}
	b, err := json.Marshal([]any{a.Scope, a.Risk, a.Confirm, a.Parameters, a.Effect, a.Material, a.Handoff, a.Steps})
	if err != nil {
		return "unreadable" // no approval is made with it: its parameters do not compile
	}
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// canonicalOr is the one spelling of a JSON object, or the text itself where it has none.
func canonicalOr(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	if c, err := Canonical(string(raw)); err == nil {
		return c
	}
	return raw
}
