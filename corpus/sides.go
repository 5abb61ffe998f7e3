package corpus

import (
	"slices"

	"sameact/spec"
)

// Sides are the two questions of a case with a preview: header, each as a script that asks it: a as its
// first call asks, b with the change laid over. A case without a change has one side, twice.
func Sides(c spec.Case) (a, b spec.History) {
	first := slices.IndexFunc(c.Lines, func(e spec.Event) bool { return e.Is(spec.VerbCall) })
	if first < 0 {
		return nil, nil
	}
	ask := spec.Event{Verb: spec.VerbCall, Subject: c.Lines[first].Subject}
	for _, f := range c.Lines[first].Fields {
		if !f.Changed {
			ask.Fields = append(ask.Fields, f)
		}
	}
	changed := ask
	changed.Fields = slices.Clone(ask.Fields)
	for _, e := range c.Lines[first:] {
		if !e.Is(spec.VerbCall) || e.Subject != ask.Subject {
			continue
		}
		for _, f := range e.Fields {
			if f.Changed && isArguments(f.Key) {
				changed.Fields = append(slices.DeleteFunc(changed.Fields, func(g spec.Field) bool { return isArguments(g.Key) }),
					spec.Field{Key: f.Key, Value: f.Value})
			}
		}
	}
	open := c.Lines[:first].Twin()
	return append(open.Clone(), ask), append(open.Clone(), changed)
}

func isArguments(key string) bool { return key == "args" || key == "text" || key == "bytes" }
