package reference

import (
	"bytes"
	"encoding/json"
	"strconv"

	"sameact/spec"
)

// tenMinutes is how long an approval of the connector path lives unless the world says otherwise.
const tenMinutes = 10 * 60 * 1000

// longest is past every use, and no sum with a date can pass an integer.
const longest = 1 << 52

// lifetime reads a world's approvalTtlMs. Absent or null is ten minutes; what is not written as an
// integer that can be a lifetime is one that is over.
func lifetime(ttl json.RawMessage) int64 {
	t := string(bytes.TrimSpace(ttl))
	if t == "" || t == "null" {
		return tenMinutes
	}
	n, err := strconv.ParseInt(t, 10, 64)
	if err != nil || n < 0 || n > longest {
		return 0
	}
	return n
}

// scope is the part of a task that an approval is bound to: the transcript, the objective (the input
// only where there is no objective: another input inside one objective is the same task), the revision.
func scope(t *spec.Task) *spec.Task {
	if t == nil || t.Objective == "" || t.Input == "" {
		return t
	}
	s := *t
	s.Input = ""
	return &s
}

// exactly reads a decision: the JSON text allow, the JSON text deny, and nothing else.
func exactly(raw json.RawMessage) string {
	var word string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &word) != nil {
		return ""
	}
	if word == "allow" || word == "deny" {
		return word
	}
	return ""
}
