package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"sameact/spec"
)

// What an approval is bound to, as one hash. The preimage is a row of netstrings (their length, ":",
// their bytes, ","), the first a domain, each other with a type byte: S text, J canonical JSON, N absent.
// So no text can move from one field to its neighbour, and absent differs from empty. The hash is for
// the gate alone: whoever can guess a short secret among the arguments can test the guess against it.

// fingerprintDomain names the canonical form and the list of fields. A change of either changes it;
// old approvals then match nothing.
const fingerprintDomain = "tool-approval-fingerprint/v1"

// fingerprintVersion stands before the hash where a fingerprint is kept.
const fingerprintVersion = "v1:"

// A Binding is an act as an approval is bound to it. Args are the bytes that Canonical gave. An empty
// id counts as absent: no id is the empty text. Agent and session are compared apart.
type Binding struct {
	Principal, Connector, Account, Action string

	Contract    string // the digest of the action's declaration
	HasContract bool   // false: the gate does not bind the declaration
	Args        []byte
	Task        *spec.Task
}

// Missing names the first field without which no act is bound, or is "".
func (b Binding) Missing() string {
	switch "" {
	case b.Principal:
		return "principal"
	case b.Connector:
		return "connector"
	case b.Account:
		return "account"
	case b.Action:
		return "action"
	}
	return ""
}

// Fingerprint is "v1:" and 64 hexadecimal digits of SHA-256. Two bindings have one fingerprint only if
// they are equal field for field.
func (b Binding) Fingerprint() string {
	scope := b.appendScope(make([]byte, 0, 128))
	return fingerprint(b.appendPreimage(make([]byte, 0, b.room()+len(scope)), scope))
}

// room is enough for all of the preimage but the scope.
func (b Binding) room() int {
	const framing = 9 * 8 // at most six digits of length, ":" and ","
	return len(fingerprintDomain) + len(b.Principal) + len(b.Connector) + len(b.Account) + len(b.Action) + len(b.Contract) + len(b.Args) + framing
}

func fingerprint(preimage []byte) string {
	sum := sha256.Sum256(preimage)
	var text [len(fingerprintVersion) + 2*sha256.Size]byte
	copy(text[:], fingerprintVersion)
	hex.Encode(text[len(fingerprintVersion):], sum[:])
	return string(text[:])
}

// appendPreimage takes the scope framed, as appendScope gives it.
func (b Binding) appendPreimage(to, scope []byte) []byte {
	to = appendNetstring(to, "", fingerprintDomain)
	for _, id := range [...]string{b.Principal, b.Connector, b.Account, b.Action} {
		to = appendText(to, id, id != "")
	}
	to = appendText(to, b.Contract, b.HasContract)
	to = appendNetstring(to, "J", b.Args)
	return append(to, scope...)
}

// appendScope frames the task: transcript, objective, input, revision, or one N where there is no task.
func (b Binding) appendScope(to []byte) []byte {
	t := b.Task
	if t == nil {
		return appendText(to, "", false)
	}
	to = appendText(to, t.Transcript, true)
	to = appendText(to, t.Objective, t.Objective != "")
	to = appendText(to, t.Input, t.Input != "")
	return appendText(to, strconv.FormatInt(t.Revision, 10), true)
}

func appendText(to []byte, text string, present bool) []byte {
	if !present {
		return appendNetstring(to, "N", "")
	}
	return appendNetstring(to, "S", text)
}

func appendNetstring[T string | []byte](to []byte, kind string, x T) []byte {
	to = strconv.AppendInt(to, int64(len(kind)+len(x)), 10)
	to = append(append(append(to, ':'), kind...), x...)
	return append(to, ',')
}

// A Fingerprinter does Canonical and Fingerprint in buffers of its own, for a caller with many acts.
// The zero value is ready. It is not safe for concurrent use.
type Fingerprinter struct {
	text, args, scope, preimage []byte
}

// Sum gives what Canonical(text) gives, and the fingerprint of the binding with these as its Args.
// The canonical bytes are the Fingerprinter's and hold until its next Sum.
func (f *Fingerprinter) Sum(text string, b Binding) (args []byte, sum string, bad *ArgumentError) {
	if err := readable(text); err != nil {
		return nil, "", err
	}
	ours := scan(text)
	f.text = append(f.text[:0], text...)
	out, theirs := jsontext.AppendFormat(f.args[:0], f.text, canonicalOptions...)
	if err := verdict(ours, theirs, out); err != nil {
		return nil, "", err
	}
	f.args, b.Args = out, out
	f.scope = b.appendScope(f.scope[:0])
	f.preimage = b.appendPreimage(f.preimage[:0], f.scope)
	return out, fingerprint(f.preimage), nil
}
