package protocol

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiler knows all the schemas and nothing else.
func compiler(t testing.TB) *jsonschema.Compiler {
	t.Helper()
	entries, err := Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for _, e := range entries {
		b, err := Files.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		if id := doc.(map[string]any)["$id"]; id != Base+e.Name() {
			t.Errorf("%s says that it is %v", e.Name(), id)
		}
		if err := c.AddResource(Base+e.Name(), doc); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestEveryMethodHasSchemas(t *testing.T) {
	c := compiler(t)
	for _, m := range append(append([]string{}, HarnessMethods...), GateMethods...) {
		for _, at := range []string{Params(m), Result(m)} {
			if _, err := c.Compile(at); err != nil {
				t.Errorf("%s: %v", m, err)
			}
		}
	}
	if Params("nonsense") != "" {
		t.Error("an unknown method has a schema")
	}
}

func TestWhatIsTaken(t *testing.T) {
	c := compiler(t)
	const mail = `"action":"mail.send","principal":"u1","session":"s1"`
	for _, e := range []struct {
		schema, doc string
		taken       bool
		reason      string
	}{
		{Message, `{"jsonrpc":"2.0","id":4,"method":"call","params":{}}`, true, ""},
		{Message, `{"jsonrpc":"2.0","method":"effect","params":{}}`, true, "a notification"},
		{Message, `{"jsonrpc":"2.0","id":"r1","result":{},"more":1}`, true, "unknown members are ignored"},
		{Message, `{"jsonrpc":"2.0","id":4,"result":{},"error":null}`, true, "a null error is none"},
		{Message, `{"jsonrpc":"2.0","id":4,"error":{"code":-32010,"message":"no","data":{"now":1}}}`, true, ""},
		{Message, `{"jsonrpc":"2.0","id":4,"result":{},"error":{"code":1,"message":"no"}}`, false, "one or the other"},
		{Message, `{"jsonrpc":"2.0","id":4,"method":"call","result":{}}`, false, "a request has no result"},
		{Message, `{"jsonrpc":"2.0","id":4}`, false, "nothing said"},
		{Message, `{"id":4,"result":{}}`, false, "no version"},
		{Message, `{"jsonrpc":"2.0","id":{},"result":{}}`, false, "an id is a number or a text"},
		{Message, `{"jsonrpc":"2.0","id":4,"method":"call","params":[]}`, false, "params have names"},
		{Params("call"), `{"now":1,"call":{` + mail + `,"arguments":{}}}`, true, ""},
		{Params("call"), `{"now":1,"call":{` + mail + `,"arguments":{},"argumentsText":"{}"}}`, false, "arguments have one form"},
		{Params("call"), `{"call":{` + mail + `}}`, false, "no clock"},
		{Params("call"), `{"now":1.5,"call":{` + mail + `}}`, false, "the clock is in whole milliseconds"},
		{Params("call"), `{"now":1,"call":{` + mail + `,"task":{"transcript":"t1"}}}`, false, "a task has a revision"},
		{Result("call"), `{"status":"executed","result":{"sent":true}}`, true, ""},
		{Result("call"), `{"status":"done"}`, false, "an unknown status is no verdict"},
		{Result("call"), `{"status":"pending","request":7}`, false, "a request is text"},
		{Result("turn"), `{"status":"pending","requests":["q1",null]}`, true, "null where nothing was asked"},
		{Result("decide"), `{"status":"executed","answers":[{"status":"maybe"}]}`, false, "in answers too"},
		{Params("decide"), `{"now":1,"request":"q1","decision":{"yes":true},"by":"u1"}`, true, "any value may stand as decision"},
		{Params("decide"), `{"now":1,"request":"q1","decision":"allow","by":"u1","then":[{` + mail + `,"arguments":{}}]}`, true, "what comes next is calls"},
		{Params("decide"), `{"now":1,"request":"q1","decision":"allow","by":"u1","then":[{"action":"mail.send"}]}`, false, "whole ones"},
		{Result("decide"), `{"status":"pending","answers":[{"status":"executed"},{"status":"pending","request":"q2"}],"state":{}}`, true, "the first has run, the next waits"},
		{Params("decide"), `{"now":1,"request":"q1","decision":"allow","by":"u1","hold":true,"state":{}}`, true, "a decision that is held"},
		{Params("decide"), `{"now":1,"request":"q1","decision":"allow","by":"u1","hold":"yes"}`, false, "held or not"},
		{Params("call"), `{"now":1,"call":{` + mail + `,"callId":7},"approval":"q1"}`, false, "the id that a model gives is text"},
		{Result("initialize"), `{"protocol":"1","gate":{"name":"g","version":"1"},"chapters":[],"binds":["actions"],"features":[]}`, false, "a misspelled field"},
		{Result("initialize"), `{"protocol":"1","gate":{"name":"g","version":"1"},"chapters":["one-use"],"binds":["action"],"features":["expiry"]}`, true, ""},
		{Result("initialize"), `{"protocol":"2","gate":{"name":"g","version":"1"},"chapters":[],"binds":[],"features":[]}`, false, "another version"},
		{Result("tick"), `{}`, true, "absent is none"},
		{Result("tick"), `{"settled":[{"request":"q1"}]}`, false, "how it was settled is not said"},
		{Result("audit"), `{"records":[{"seq":1,"at":1,"kind":"execution","action":"mail.send","executed":true,"outcome":"fine"}]}`, false, "an outcome nobody knows"},
		{Result("tamper"), `{"state":[],"changed":0}`, true, ""},
		{Result("tamper"), `{"state":[]}`, false, "whether anything changed is not said"},
		{Params("effect"), `{"action":"mail.send","arguments":{"to":[]},"request":"q1"}`, true, ""},
		{Params("effect"), `{"action":"mail.send"}`, false, "what the tool gets is not said"},
		{Params("show"), `{"request":"q1","kind":"approval","action":"mail.send","preview":{},"marks":[],"options":["allow","deny"]}`, true, ""},
		{Params("show"), `{"request":"q1","kind":"question","action":"mail.send","options":[]}`, false, "an unknown kind"},
		{Result("effect"), `{"result":null}`, false, "the clock after the effect is not said"},
		{Params("open"), `{"world":{"confirmDefault":"danger","channels":{"confirm":true,"handoff":true},"connectors":[{"id":"mail","enabled":true,"agents":null,"accounts":["work"],"ceiling":"root","confirm":"writes"}],"connections":[],"actions":[]},"stateDir":"d"}`, true, "an unknown word is for the gate"},
		{Params("open"), `{"world":{"confirmDefault":"danger","channels":{"confirm":true,"handoff":true},"connectors":[{"id":"mail","enabled":true,"accounts":null,"ceiling":"read","confirm":"writes"}],"connections":[],"actions":[]},"stateDir":"d"}`, false, "agents is a list or null, never absent"},
	} {
		s, err := c.Compile(e.schema)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(e.doc)))
		if err != nil {
			t.Fatalf("%s: %v", e.doc, err)
		}
		if err := s.Validate(doc); (err == nil) != e.taken {
			t.Errorf("%s\n  taken %v, want %v: %s\n  %v", e.doc, err == nil, e.taken, e.reason, err)
		}
	}
}
