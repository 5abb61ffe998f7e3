package reference

import (
	"encoding/json"

	"sameact/spec"
)

// A Previewed is what a person sees of arguments.
type Previewed struct {
	Preview json.RawMessage
	Full    json.RawMessage
	Marks   []spec.Mark
}

// Preview shows canonical arguments.
func Preview(canonical []byte) Previewed {
	return Previewed{Preview: canonical, Full: canonical}
}
