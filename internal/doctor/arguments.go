package doctor

import (
	"encoding/json"

	"sameact/spec"
)

// Whether arguments reach the tool as they were presented.

// takesText gives arguments whose number no double holds.
func (x *examination) takesText(step string) bool {
	const long = `{"amount": 9007199254740993, "body": "Q3 is done"}`
	x.call.Args = spec.TextArgs(long)
	defer func() { x.call.Args = spec.JSONArgs(arguments) }()
	ran, refused, ok := x.carried(step, "take argumentsText for arguments where it is given")
	switch {
	case !ok:
		return false
	case refused != "":
		return x.works(step, "%s, for a number past doubles", refused)
	}
	if !same(ran, long) {
		return x.doubts(step, "read arguments without rounding: keep them as text or raw JSON as far as the system below, and what it gives the tool as far as effect; where the system rounds itself, leave it: shown-is-run judges that",
			"%s was approved, and the effect has %s", long, ran)
	}
	return x.works(step, "9007199254740993 arrived as it is")
}

// takesBytes gives arguments as bytes.
func (x *examination) takesBytes(step string) bool {
	x.call.Args = spec.BytesArgs([]byte(arguments))
	defer func() { x.call.Args = spec.JSONArgs(arguments) }()
	ran, refused, ok := x.carried(step, "take argumentsBase64 for arguments where it is given, or do not declare bytes")
	if !ok {
		return false
	}
	if refused != "" || !same(ran, arguments) {
		return x.fails(step, "read the bytes of argumentsBase64 as JSON, or do not declare bytes", "%s %s, for %s in base64", refused, ran, arguments)
	}
	return x.works(step, "bytes that are JSON arrived as it")
}

// passesOn gives arguments with members that nobody declared.
func (x *examination) passesOn(step string) bool {
	const open = `{"to":["finance@corp.example"],"body":"Q3 is done","undeclared":{"deep":[1,null,true,"é"],"none":{}},"ratio":0.1}`
	x.call.Args = spec.JSONArgs(open)
	defer func() { x.call.Args = spec.JSONArgs(arguments) }()
	ran, refused, ok := x.carried(step, "take any object as arguments where an action has no parameters")
	switch {
	case !ok:
		return false
	case refused != "":
		return x.fails(step, "take any object as arguments where an action has no parameters", "%s, for arguments that no schema forbids", refused)
	}
	const fix = "give the tool an open and raw schema, and pass arguments on as they came: a strict schema drops names that it does not know, and then what is shown is not what runs"
	if !same(ran, open) {
		return x.fails(step, fix, "%s was approved, and the effect has %s", open, ran)
	}
	if s, any := x.host.shown(); any && len(s.Marks) == 0 && len(s.Preview) > 0 && !same(s.Preview, open) {
		return x.fails(step, fix, "%s was presented, and without any mark %s was shown", open, s.Preview)
	}
	return x.works(step, "names that nobody declared arrived as they are")
}

// carried gets the act run and gives the arguments that arrived, or how it was refused.
func (x *examination) carried(step, fix string) (ran json.RawMessage, refused string, ok bool) {
	asked, err := x.do(x.presented(nil))
	switch {
	case err != nil:
		return nil, "", x.wrong(step, fix, "a call", err)
	case asked.Status == spec.Refused:
		return nil, said(asked), true
	case asked.Status != spec.Pending:
		return nil, "", x.fails(step, fix, "%s, where a question was to be expected", said(asked))
	}
	x.asked = asked
	a, err := x.do(x.allowed())
	if err == nil && a.Status == spec.Recorded {
		x.yes = a
		a, err = x.do(x.presented(&x.asked.Request))
	}
	switch {
	case err != nil:
		return nil, "", x.wrong(step, fix, "the approved call", err)
	case x.host.ran() == 0:
		return nil, said(a), true
	}
	return x.host.effects[0].Arguments, "", true
}

func same(got json.RawMessage, want string) bool {
	v, err := spec.ParseValue(string(got))
	return err == nil && v.Equal(mustValue(want))
}
