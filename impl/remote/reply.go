package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sameact/spec"
)

// readReply reads the result of a method and checks what a verdict rests on: a known status in every
// answer about an act, the request of everything settled, the count of a tamper.
func readReply(method string, result json.RawMessage) (spec.Reply, error) {
	var r spec.Reply
	if err := readObject(result, &r); err != nil {
		return r, err
	}
	switch method {
	case spec.MethodClear, spec.MethodEnd, spec.MethodConfigure, spec.MethodTick:
		for i, s := range r.Settled {
			if s.Request == "" {
				return r, fmt.Errorf("settled %d names no request", i)
			}
			if err := checkAnswer(s.Answer); err != nil {
				return r, fmt.Errorf("settled %d: %w", i, err)
			}
		}
		return r, nil
	case spec.MethodAudit:
		if r.Records == nil {
			return r, errors.New(`"records" is missing`)
		}
		return r, nil
	case spec.MethodTamper:
		if r.Changed == nil || *r.Changed < 0 {
			return r, errors.New(`"changed" is a count`)
		}
		return r, nil
	}
	return r, checkAnswer(r.Answer)
}

func checkAnswer(a spec.Answer) error {
	if !slices.Contains(spec.Statuses, a.Status) {
		return fmt.Errorf("%q is no status; hint: one of %v", a.Status, spec.Statuses)
	}
	for i, each := range a.Answers {
		if err := checkAnswer(each); err != nil {
			return fmt.Errorf("answer %d: %w", i, err)
		}
	}
	return nil
}

// readHello reads the result of initialize.
func readHello(result json.RawMessage) (spec.Hello, error) {
	var version struct {
		Protocol json.RawMessage `json:"protocol"`
	}
	var h spec.Hello
	if err := readObject(result, &version); err != nil {
		return h, err
	}
	if string(version.Protocol) != `"1"` {
		return h, fmt.Errorf("it speaks protocol %s and this harness speaks %q; hint: answer initialize with \"protocol\":%q",
			orNull(version.Protocol), protocolVersion, protocolVersion)
	}
	return h, readObject(result, &h)
}

// readObject reads a result that has to be an object; members that are not known are passed over.
func readObject(raw json.RawMessage, into any) error {
	if len(raw) == 0 || raw[0] != '{' {
		return errors.New("a result is an object")
	}
	return readPlainly(raw, into)
}
