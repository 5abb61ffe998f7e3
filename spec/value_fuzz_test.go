package spec

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// FuzzValue reads any text: it never panics, it agrees with encoding/json about what is JSON, and what
// it read it spells so that reading it again gives the same value.
func FuzzValue(f *testing.F) {
	for _, c := range valueCases {
		f.Add([]byte(c.text))
	}
	for _, c := range ambiguityCases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkValue(ParseValue, string(data)); err != nil {
			t.Error(err)
		}
	})
}

// otherDepth is the depth past which encoding/json refuses a text; up to it the two readings agree.
const otherDepth = 10000

func checkValue(parse func(string) (Value, error), text string) error {
	v, err := parse(text)
	valid := json.Valid([]byte(text))
	if err != nil {
		var a *Ambiguity
		if !errors.As(err, &a) || a.At < 0 || a.At > len(text) || a.Why == "" {
			return fmt.Errorf("%q: the error %#v does not say where and why", text, err)
		}
		if valid && a.Kind == "syntax" {
			return fmt.Errorf("%q: %v, but it is JSON", text, err)
		}
		return nil
	}
	if !valid && v.Depth() <= otherDepth {
		return fmt.Errorf("%q: read as %s, but it is not JSON", text, v.Source())
	}
	again, err := parse(v.Source())
	if err != nil || !again.Equal(v) || !v.Equal(again) || again.Source() != v.Source() {
		return fmt.Errorf("%q: spelled %q, which is read as %q, %v", text, v.Source(), again.Source(), err)
	}
	return checkPlaces(text, v)
}

// checkPlaces walks through a value: every place is visited once, under a pointer of its own.
func checkPlaces(text string, v Value) error {
	seen := map[string]bool{}
	var err error
	v.Walk(func(at string, w Value) {
		if seen[at] {
			err = fmt.Errorf("%q: two places have the pointer %q", text, at)
		}
		seen[at] = true
		if len(w.Names) != len(w.RawNames) || w.Kind == Object && len(w.Members()) != len(w.List) {
			err = fmt.Errorf("%q: at %q names and values do not match", text, at)
		}
		for _, i := range w.Members() {
			if m, ok := w.Member(w.Names[i]); !ok || !m.Equal(w.List[i]) {
				err = fmt.Errorf("%q: at %q the member %q is not found", text, at, w.Names[i])
			}
		}
	})
	return err
}

// TestFuzzValueFindsFaults puts the check itself to the test.
func TestFuzzValueFindsFaults(t *testing.T) {
	for _, fault := range []struct {
		name  string
		parse func(string) (Value, error)
	}{
		{"lenient", func(s string) (Value, error) {
			if v, err := ParseValue(s); err == nil {
				return v, nil
			}
			return Value{Kind: Null}, nil
		}},
		{"strict", func(s string) (Value, error) {
			if v, err := ParseValue(s); err != nil || v.Kind == Object {
				return v, err
			}
			return Value{}, &Ambiguity{0, "syntax", "no object"}
		}},
		{"forgetful", func(s string) (Value, error) {
			v, err := ParseValue(s)
			v.sorted = nil
			return v, err
		}},
	} {
		found := false
		for _, c := range valueCases {
			found = found || checkValue(fault.parse, c.text) != nil
		}
		for _, c := range ambiguityCases {
			found = found || checkValue(fault.parse, c.text) != nil
		}
		if !found {
			t.Errorf("%s is not found", fault.name)
		}
	}
}
