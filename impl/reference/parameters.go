package reference

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas keeps compiled parameters by their text; it is emptied when it has grown past use.
var schemas = struct {
	sync.Mutex
	by map[string]*jsonschema.Schema
}{by: map[string]*jsonschema.Schema{}}

const schemasKept = 256

// fits reports whether arguments satisfy an action's parameters. Without parameters any object does;
// a schema that cannot be read lets nothing through. Nothing outside the schema is ever loaded.
func fits(parameters json.RawMessage, canonical []byte) bool {
	if len(parameters) == 0 || string(parameters) == "null" {
		return true
	}
	s, err := compiled(string(parameters))
	if err != nil {
		return false
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(canonical))
	return err == nil && s.Validate(v) == nil
}

func compiled(text string) (*jsonschema.Schema, error) {
	schemas.Lock()
	defer schemas.Unlock()
	if s, ok := schemas.by[text]; ok {
		return s, nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource("urn:parameters", doc); err != nil {
		return nil, err
	}
	s, err := c.Compile("urn:parameters")
	if err != nil {
		return nil, err
	}
	if len(schemas.by) >= schemasKept {
		clear(schemas.by)
	}
	schemas.by[text] = s
	return s, nil
}
