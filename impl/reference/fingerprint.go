package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
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
	f := Fingerprinter{frame: make([]byte, 0, 256)}
	return f.sum(b)
}

// appendHead frames what stands before the bytes of the arguments, with their length.
func (b Binding) appendHead(to []byte) []byte {
	to = appendNetstring(to, "", fingerprintDomain)
	for _, id := range [...]string{b.Principal, b.Connector, b.Account, b.Action} {
		to = appendText(to, id, id != "")
	}
	to = appendText(to, b.Contract, b.HasContract)
	to = strconv.AppendInt(to, int64(len("J")+len(b.Args)), 10)
	return append(to, ":J"...)
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

func appendNetstring(to []byte, kind, x string) []byte {
	to = strconv.AppendInt(to, int64(len(kind)+len(x)), 10)
	to = append(append(append(to, ':'), kind...), x...)
	return append(to, ',')
}

// A Fingerprinter does Canonical and Fingerprint in buffers of its own, for a caller with many acts.
// The zero value is ready. It is not safe for concurrent use.
type Fingerprinter struct {
	text, args, frame []byte
	hash              hash.Hash
}

// Sum gives what Canonical(text) gives, and the fingerprint of the binding with these as its Args.
// The canonical bytes are the Fingerprinter's and hold until its next Sum.
func (f *Fingerprinter) Sum(text string, b Binding) (args []byte, sum string, bad *ArgumentError) {
	if len(text) > MaxArgumentBytes {
		return nil, "", &ArgumentError{TooLarge, MaxArgumentBytes}
	}
	f.text = append(f.text[:0], text...)
	out, err := jsontext.AppendFormat(f.args[:0], f.text, canonicalOptions...)
	f.args = out
	if b.Args, bad = settle(text, out, err); bad != nil {
		return nil, "", bad
	}
	return out, f.sum(b), nil
}

// sum hashes the preimage in pieces, so that the arguments are not copied.
func (f *Fingerprinter) sum(b Binding) string {
	f.frame = b.appendHead(f.frame[:0])
	head := len(f.frame)
	f.frame = b.appendScope(append(f.frame, ','))
	return f.digest(f.frame[:head], b.Args, f.frame[head:])
}

func (f *Fingerprinter) digest(preimage ...[]byte) string {
	if f.hash == nil {
		f.hash = sha256.New()
	}
	f.hash.Reset()
	for _, part := range preimage {
		f.hash.Write(part)
	}
	f.frame = f.hash.Sum(f.frame[:0])
	var text [len(fingerprintVersion) + 2*sha256.Size]byte
	copy(text[:], fingerprintVersion)
	hex.Encode(text[len(fingerprintVersion):], f.frame)
	return string(text[:])
}
