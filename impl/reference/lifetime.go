package reference

import (
	"bytes"
	"encoding/json"
	"strconv"

	"sameact/spec"
)

// tenMinutes is how long an approval of the connector path lives unless the world says otherwise.
const tenMinutes = 10 * 60 * 1000

// lifetime reads a world's approvalTtlMs. Absent or null is ten minutes; what is not written as an
// integer is a lifetime that is over.
func lifetime(ttl json.RawMessage) int64 {
	t := string(bytes.TrimSpace(ttl))
	if t == "" || t == "null" {
		return tenMinutes
	}
	n, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// expiry is the instant at which a question asked now is over. It is never before now, and a
// lifetime past all dates is over at once.
func expiry(now, ms int64) int64 {
	if ms <= 0 || now+ms < now {
		return now
	}
	return now + ms
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
