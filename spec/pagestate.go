package spec

import (
	"encoding/json"
	"fmt"
	"maps"
)

// A PageState is what the page under an agent is like at one moment, as far as a gate can ask about it. A line
// of a story sets parts of it with page={…}, and they stay until another line sets them.
type PageState struct {
	Refs  map[string]json.RawMessage `json:"refs"`  // what references stand for; null: nothing any more
	Holds map[string]bool            `json:"holds"` // by action, whether what it is expected to bring about is there
}

// With lays what a line says of the page over what stands. The given state is not changed.
func (p PageState) With(e Event) (PageState, error) {
	f, ok := e.Get("page")
	if !ok || f.Value == "none" {
		return p, nil
	}
	var said PageState
	if err := f.Decode(&said); err != nil {
		return p, fmt.Errorf("%w; hint: page={\"refs\":{\"row\":{\"id\":7}},\"holds\":{\"page.sign\":true}}", err)
	}
	p.Refs, p.Holds = laid(p.Refs, said.Refs), laid(p.Holds, said.Holds)
	return p, nil
}

// Acted is the page after a person has done an action on it.
func (p PageState) Acted(action string) PageState {
	p.Holds = laid(p.Holds, map[string]bool{action: true})
	return p
}

// Resolve gives what a reference stands for, and whether it stands for anything.
func (p PageState) Resolve(ref string) (json.RawMessage, bool) {
	v, ok := p.Refs[ref]
	return v, ok && string(v) != "null"
}

func laid[V any](under, over map[string]V) map[string]V {
	if len(over) == 0 {
		return under
	}
	out := maps.Clone(under)
	if out == nil {
		out = map[string]V{}
	}
	maps.Copy(out, over)
	return out
}
