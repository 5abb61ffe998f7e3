package remote

import (
	"bytes"
	json1 "encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sameact/spec"
)

// A message is one line of the wire: a request or a notification with Method, an answer without.
type message struct {
	ID     json1.RawMessage // number or text as written; nil in a notification
	Method string
	Params json1.RawMessage
	Result json1.RawMessage // of an answer, when it is no error
	Error  *rpcError
}

// An rpcError is the error of an answer.
type rpcError struct {
	Code    int              `json:"code"`
	Message string           `json:"message"`
	Data    json1.RawMessage `json:"data,omitempty"`
}

// Codes of JSON-RPC 2.0 §5.1.
const (
	codeParse         = -32700
	codeInvalid       = -32600
	codeNoMethod      = -32601
	codeInvalidParams = -32602
	codeInternal      = -32603
)

// errNotJSON says that a line is no JSON at all; any other error of decode, that it is no message.
var errNotJSON = errors.New("not a line of JSON")

// decode reads one line. The message keeps parts of the line. Unknown members are ignored.
// Of a line that is no message it gives what could be read, so that an answer can name its id.
func decode(line []byte) (message, error) {
	var m message
	if !utf8.Valid(line) {
		return m, errNotJSON
	}
	var e struct {
		Version jsontext.Value `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Method  jsontext.Value `json:"method"`
		Params  jsontext.Value `json:"params"`
		Result  jsontext.Value `json:"result"`
		Error   jsontext.Value `json:"error"`
	}
	if err := json.Unmarshal(line, &e, leniently); err != nil {
		var wrong *json.SemanticError
		if errors.As(err, &wrong) {
			return m, errors.New("a message is an object")
		}
		return m, errNotJSON
	}
	switch e.ID.Kind() {
	case '"', '0':
		m.ID = raw(e.ID)
	case 0, 'n':
	default:
		return m, errors.New("an id is a number or a text")
	}
	if string(e.Version) != `"2.0"` {
		return m, errors.New(`a message has "jsonrpc":"2.0"`)
	}
	m.Params, m.Result = raw(e.Params), raw(e.Result)
	if e.Error != nil && e.Error.Kind() != 'n' {
		m.Error = &rpcError{}
		if err := readPlainly(raw(e.Error), m.Error); err != nil {
			return m, fmt.Errorf("the error of an answer: %w", err)
		}
	}
	if e.Method == nil {
		return m, m.checkAnswer()
	}
	if err := readPlainly(raw(e.Method), &m.Method); err != nil {
		return m, fmt.Errorf("a method: %w", err)
	}
	return m, m.checkRequest()
}

// leniently reads what an act's arguments may hold on purpose, a name twice or half a surrogate: what they
// are is for the law to say, and they have to arrive.
var leniently = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

func raw(v jsontext.Value) json1.RawMessage { return json1.RawMessage(v) }

// readPlainly reads JSON and says what is wrong in words that do not name Go types.
func readPlainly(from json1.RawMessage, into any) error {
	err := json.Unmarshal(orNull(from), into, leniently)
	var wrong *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.JSONPointer != "":
		return fmt.Errorf("%q cannot be a %s", wrong.JSONPointer[1:], kindName(wrong.JSONKind))
	case errors.As(err, &wrong):
		return fmt.Errorf("it cannot be a %s", kindName(wrong.JSONKind))
	}
	return err
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "text"
	}
	return k.String()
}

func (m message) checkRequest() error {
	p := bytes.TrimLeft(m.Params, " \t\r\n")
	switch {
	case m.Method == "":
		return errors.New("a method has a name")
	case m.Result != nil || m.Error != nil:
		return errors.New("a message with a method has no result and no error")
	case len(p) > 0 && p[0] != '{' && string(p) != "null":
		return errors.New("params are an object")
	}
	return nil
}

func (m message) checkAnswer() error {
	switch {
	case m.Result == nil && m.Error == nil:
		return errors.New("a message has a method, a result or an error")
	case m.Error != nil && m.Result != nil && string(m.Result) != "null":
		return errors.New("an answer has a result or an error, not both")
	}
	return nil
}

// appendTo writes the message as one line, with its end.
func (m message) appendTo(b []byte) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	member := func(name string, value []byte) {
		b = append(b, `,"`...)
		b = append(b, name...)
		b = append(b, `":`...)
		b = append(b, value...)
	}
	if len(m.ID) > 0 {
		member("id", m.ID)
	} else if m.Method == "" {
		member("id", []byte("null"))
	}
	if m.Method != "" {
		member("method", mustMarshal(m.Method))
		if len(m.Params) > 0 {
			member("params", m.Params)
		}
	} else if m.Error != nil {
		member("error", mustMarshal(m.Error))
	} else {
		member("result", orNull(m.Result))
	}
	return append(b, "}\n"...)
}

// marshal gives JSON on one line, with text as it is.
func marshal(v any) (json1.RawMessage, error) {
	var b bytes.Buffer
	e := json1.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// mustMarshal is marshal for values that always have a JSON form: texts and errors.
func mustMarshal(v any) json1.RawMessage {
	raw, err := marshal(v)
	if err != nil {
		panic(fmt.Sprintf("remote: a value without a JSON form: %v", err))
	}
	return raw
}

func orNull(raw json1.RawMessage) json1.RawMessage {
	if len(raw) == 0 {
		return json1.RawMessage("null")
	}
	return raw
}

// number is the id as one of ours: 4 is also 4.0, as a language without integers spells it.
func (m message) number() (int64, bool) {
	if n, err := strconv.ParseInt(string(m.ID), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(m.ID), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// faultOf says what kind of fault a line is that decode did not take.
func faultOf(err error, line []byte) *spec.Fault {
	kind := spec.FaultRPC
	if errors.Is(err, errNotJSON) {
		kind = spec.FaultNotJSON
	}
	return &spec.Fault{Kind: kind, Detail: fmt.Sprintf("%v: %s", err, quoted(line))}
}

// quoted is the beginning of a line, fit for a message to a person.
func quoted(line []byte) string {
	const most = 120
	if len(line) <= most {
		return strconv.QuoteToASCII(string(line))
	}
	return strconv.QuoteToASCII(string(line[:most])) + fmt.Sprintf("… (%d bytes)", len(line))
}
