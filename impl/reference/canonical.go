package reference

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// The canonical form of arguments: the bytes of RFC 8785, given only for texts that every conforming
// reader understands alike (RFC 7493, exact numbers, names once). Anything else is refused with a code
// and never repaired: no approval can be made for it and none can match it. The bytes that are hashed
// are the bytes that are sent, so no reader behind the gate can find another meaning in them.

// Limits of arguments. A text of exactly this size and depth is still accepted.
const (
	MaxArgumentBytes = 256 << 10
	MaxArgumentDepth = 128 // containers in each other; the top object is the first
)

// Codes of refused arguments (canonical.md §4).
const (
	TooLarge        = "too_large"
	DepthExceeded   = "depth_exceeded"
	ByteOrderMark   = "bom"
	InvalidUTF8     = "invalid_utf8"
	Syntax          = "syntax"
	NotObject       = "not_object"
	DuplicateKey    = "duplicate_key"
	InvalidUnicode  = "invalid_unicode"
	NumberRange     = "number_range"
	NumberPrecision = "number_precision"
	MissingField    = "missing_field"
)

// An ArgumentError says why arguments have no canonical form, and where: At is a byte offset into the
// text. It never holds a value of the text, which may be a secret.
type ArgumentError struct {
	Code string
	At   int
}

func (e *ArgumentError) Error() string {
	return fmt.Sprintf("byte %d: %s: %s", e.At, e.Code, explain[e.Code])
}

var explain = map[string]string{
	TooLarge:        "more than 256 KiB of arguments",
	DepthExceeded:   "nested deeper than 128",
	ByteOrderMark:   "the text begins with a byte order mark",
	InvalidUTF8:     "the text is not UTF-8",
	Syntax:          "the text is not JSON",
	NotObject:       "arguments are an object",
	DuplicateKey:    "a name stands twice in one object",
	InvalidUnicode:  "a lone surrogate or a noncharacter",
	NumberRange:     "no double comes near the number; hint: send it as a string",
	NumberPrecision: "a double would not keep the number exactly; hint: send it as a string",
	MissingField:    "principal, connector, account and action are named",
}

// canonicalOptions are those of jsontext's Canonicalize.
var canonicalOptions = []jsontext.Options{
	jsontext.CanonicalizeRawInts(true),
	jsontext.CanonicalizeRawFloats(true),
	jsontext.ReorderRawObjects(true),
}

// Canonical gives the canonical bytes of arguments, which hold no white space between tokens and are
// their own canonical form. Of several faults the one that comes first in the text is told; size,
// byte order mark and UTF-8 are looked at before all others.
func Canonical(text string) ([]byte, *ArgumentError) {
	if len(text) > MaxArgumentBytes {
		return nil, &ArgumentError{TooLarge, MaxArgumentBytes}
	}
	out := jsontext.Value(text)
	err := out.Canonicalize()
	return settle(text, out, err)
}

// settle decides on what the parser made of a text. Where it was content, two cheap questions about
// all of the text clear nearly every honest one; why a text is refused is found by a slower walk.
func settle(text string, out []byte, err error) ([]byte, *ArgumentError) {
	if err == nil && out[0] == '{' && exact(text) && noncharacter(out) < 0 {
		return out, nil
	}
	return nil, diagnose(text, err)
}

// diagnose says what is wrong with a text that is refused, given what the parser said. Our own walk
// knows no grammar, so past the parser's fault its finding means nothing.
func diagnose(text string, theirs error) *ArgumentError {
	if strings.HasPrefix(text, "\ufeff") {
		return &ArgumentError{ByteOrderMark, 0}
	}
	if at := invalidUTF8(text); at >= 0 {
		return &ArgumentError{InvalidUTF8, at}
	}
	ours := firstFault(text)
	if theirs != nil {
		found := &ArgumentError{Code: Syntax}
		if errors.Is(theirs, jsontext.ErrDuplicateName) {
			found.Code = DuplicateKey
		}
		var at *jsontext.SyntacticError
		if errors.As(theirs, &at) {
			found.At = int(at.ByteOffset)
		}
		if ours == nil || found.At < ours.At {
			return found
		}
	}
	if ours != nil {
		return ours
	}
	return &ArgumentError{NotObject, len(text) - len(strings.TrimLeft(text, " \t\r\n"))}
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	for i, r := range text {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}
