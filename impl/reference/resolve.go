package reference

import (
	"bytes"
	"encoding/json"

	"sameact/spec"
)

// References are how a page names what only it can look up: an object with exactly the key $ref stands
// for a value. They are put in before anybody is asked, so that what is shown is what runs; a value that
// comes from the page is never read as a reference again.

// references looks each reference up once, so that one call has one meaning for it.
type references struct {
	host  spec.Host
	known map[string]json.RawMessage // nil where the page has no such value
}

func (g *gate) references() *references {
	return &references{host: g.host, known: map[string]json.RawMessage{}}
}

// in gives canonical arguments with the page's values in place of references; nil where one cannot be
// resolved now.
func (r *references) in(canonical json.RawMessage) json.RawMessage {
	if !bytes.Contains(canonical, []byte(`"$ref":`)) {
		return canonical
	}
	out, ok := r.value(canonical)
	if !ok {
		return nil
	}
	return out
}

func (r *references) value(raw json.RawMessage) (json.RawMessage, bool) {
	switch raw[0] {
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return nil, false
		}
		for i, v := range list {
			var ok bool
			if list[i], ok = r.value(v); !ok {
				return nil, false
			}
		}
		return marshalled(list)
	case '{':
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil {
			return nil, false
		}
		if ref, ok := members["$ref"]; ok && len(members) == 1 {
			return r.look(ref)
		}
		for name, v := range members {
			var ok bool
			if members[name], ok = r.value(v); !ok {
				return nil, false
			}
		}
		return marshalled(members)
	}
	return raw, true
}

func marshalled(v any) (json.RawMessage, bool) {
	out, err := json.Marshal(v)
	return out, err == nil
}

// look asks the page. Where there is no page, and for a reference that is no text, there is nothing.
func (r *references) look(raw json.RawMessage) (json.RawMessage, bool) {
	var ref string
	page, ok := r.host.(spec.Page)
	if !ok || raw[0] != '"' || json.Unmarshal(raw, &ref) != nil {
		return nil, false
	}
	v, seen := r.known[ref]
	if !seen {
		if found, err := page.Resolve(ref); err == nil && json.Valid(found) {
			v = found
		}
		r.known[ref] = v
	}
	return v, v != nil
}
