// Package protocol holds the wire of protocol.md, version 1, as JSON Schemas (draft 2020-12), for whoever
// writes an adapter in any language. The files are plain: message.json is one line of the wire; harness.json
// has params and result of what the harness sends, gate.json of what a gate sends; call.json, world.json and
// answer.json are what both speak of. Members that a schema does not name are allowed everywhere.
package protocol

import (
	"embed"
	"slices"
)

// Files are the schemas. Each one's $id is Base and its name.
//
//go:embed *.json
var Files embed.FS

// Base is what the schemas' addresses begin with. Nothing is fetched from there.
const Base = "https://sameact.example/protocol/1/"

// Message is the schema of one line.
const Message = Base + "message.json"

// Methods that the harness sends, and those that a gate sends.
var (
	HarnessMethods = []string{"initialize", "open", "call", "decide", "finish", "resume", "clear", "end", "configure", "tick", "audit", "turn", "tamper", "shutdown"}
	GateMethods    = []string{"effect", "show", "expect", "resolve", "observe", "sync"}
)

// Params is the schema of a method's params, "" where no such method is known.
func Params(method string) string { return part(method, "params") }

// Result is the schema of a method's result, "" where no such method is known.
func Result(method string) string { return part(method, "result") }

func part(method, of string) string {
	switch {
	case slices.Contains(HarnessMethods, method):
		return Base + "harness.json#/$defs/" + method + "." + of
	case slices.Contains(GateMethods, method):
		return Base + "gate.json#/$defs/" + method + "." + of
	}
	return ""
}
