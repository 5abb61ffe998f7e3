package spec

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Field is one key=value of a line. Value is as printed: a bare word, or JSON.
// Each value has one spelling: text that can be a bare word is one, unless the word would read as
// another JSON value (true, 12, null) or as none, which stands for a field left out.
type Field struct {
	Key     string
	Value   string
	Changed bool
}

// marksLast gives fields in the order in which they are laid over something: marked ones last.
func marksLast(fields []Field) []Field {
	plainBefore := func(a, b Field) int {
		switch {
		case a.Changed == b.Changed:
			return 0
		case b.Changed:
			return -1
		}
		return 1
	}
	if slices.IsSortedFunc(fields, plainBefore) {
		return fields
	}
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, plainBefore)
	return fields
}

// Text is the value as text: a bare word or a JSON text without its quotes, anything else as written.
func (f Field) Text() string {
	if f.Value != "" && f.Value[0] == '"' {
		if v, err := ParseValue(f.Value); err == nil {
			return v.Text
		}
	}
	return f.Value
}

// JSON is the value as JSON: a bare word that is no JSON value is a text.
func (f Field) JSON() string {
	if f.Value == "" || strings.IndexByte(`{["`, f.Value[0]) >= 0 || literal(f.Value) {
		return f.Value
	}
	return Quote(f.Value)
}

// Decode reads the value as JSON into a Go value; a member that it does not have is an error.
func (f Field) Decode(into any) error { return decodeStrict([]byte(f.JSON()), into) }

// Base64 reads the value as base64 (RFC 4648 §4).
func (f Field) Base64() ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(f.Text())
	if err != nil {
		return nil, fmt.Errorf("not base64: %w", err)
	}
	return b, nil
}

// SpellBase64 spells bytes as a value.
func SpellBase64(b []byte) string { return Spell(base64.StdEncoding.EncodeToString(b)) }

// Spell spells a text as a value.
func Spell(text string) string {
	if plain(text) && !literal(text) && text != "none" {
		return text
	}
	return Quote(text)
}

// Quote spells a text as a JSON string, one spelling a text.
func Quote(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	return strings.TrimSuffix(b.String(), "\n")
}

// SpellJSON spells a JSON value as a value of the notation, on one line.
func SpellJSON(raw []byte) string {
	raw = bytes.Trim(raw, " \t\r\n")
	if len(raw) == 0 {
		return "none"
	}
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return normal(string(raw))
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return Quote(string(raw))
	}
	return normal(b.String())
}

// Source spells a value again as JSON, scalars as they were written, without space.
func (v Value) Source() string {
	var b strings.Builder
	v.source(&b)
	return b.String()
}

func (v Value) source(b *strings.Builder) {
	switch v.Kind {
	case Null:
		b.WriteString("null")
	case True:
		b.WriteString("true")
	case False:
		b.WriteString("false")
	case Number, Text:
		b.WriteString(v.Raw)
	case Array:
		b.WriteByte('[')
		for i, e := range v.List {
			if i > 0 {
				b.WriteByte(',')
			}
			e.source(b)
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, e := range v.List {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(v.RawNames[i])
			b.WriteByte(':')
			e.source(b)
		}
		b.WriteByte('}')
	}
}

// normal gives a JSON value or bare word its one spelling.
func normal(value string) string {
	if value != "" && value[0] == '"' {
		if v, err := ParseValue(value); err == nil {
			return Spell(v.Text)
		}
		return value
	}
	if value == "" || value[0] == '{' || value[0] == '[' || literal(value) || value == "none" {
		return value
	}
	return Spell(value)
}

func readValue(s string) (value, rest string, err error) {
	if s == "" || s[0] == ' ' || s[0] == '\t' {
		return "", s, fmt.Errorf("a value should stand after =; hint: \"\" is the empty text, none leaves the field out")
	}
	if strings.IndexByte(`{["`, s[0]) >= 0 {
		d := json.NewDecoder(strings.NewReader(s))
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			if err == io.ErrUnexpectedEOF {
				err = fmt.Errorf("the JSON value has no end")
			}
			return "", "", err
		}
		end := int(d.InputOffset())
		if end < len(s) && s[end] != ' ' && s[end] != '\t' {
			return "", "", fmt.Errorf("a space should stand after the value, at %.20q", s[end:])
		}
		if s[0] == '"' {
			if _, err := ParseValue(s[:end]); err != nil {
				return "", "", err
			}
		}
		return normal(s[:end]), s[end:], nil
	}
	end := strings.IndexAny(s, " \t")
	if end < 0 {
		end = len(s)
	}
	return normal(s[:end]), s[end:], nil
}

// plain words need no quotes.
func plain(w string) bool {
	for i := 0; i < len(w); i++ {
		c := w[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._/-+:@=", c) >= 0) {
			return false
		}
	}
	return w != ""
}

// literal words read as JSON values that are no text.
func literal(w string) bool {
	if w == "true" || w == "false" || w == "null" {
		return true
	}
	if c := w[:min(1, len(w))]; c == "" || strings.IndexByte("-0123456789", c[0]) < 0 {
		return false
	}
	v, err := ParseValue(w)
	return err == nil && v.Kind == Number
}

func decodeStrict(raw []byte, into any, besides ...string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if len(besides) == 0 {
		d.DisallowUnknownFields()
		return plainly(d.Decode(into))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return plainly(err)
	}
	for _, k := range besides {
		delete(members, k)
	}
	rest, err := json.Marshal(members)
	if err != nil {
		return err
	}
	return decodeStrict(rest, into)
}

// plainly says an error of encoding/json in words that do not name Go types.
func plainly(err error) error {
	var wrong *json.UnmarshalTypeError
	if err == nil {
		return nil
	}
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s cannot be a %s", orWhole(wrong.Field), wrong.Value)
	}
	return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "json: "))
}

func orWhole(field string) string {
	if field == "" {
		return "the value"
	}
	return strconv.Quote(field)
}
