package replay

import (
	"encoding/json"
	"fmt"
	"strings"

	"sameact/corpus"
	"sameact/spec"
)

// Check says in what a case does not hold, or "": a recorded one must be judged as it says, a story
// must exercise its clause on the gate and break nothing, and a preview must be as expected.
// An error means that it could not be told.
func Check(t spec.Target, c spec.Case) (string, error) {
	if c.Recorded() {
		return Mismatch(c, Recorded(c, t.Hello())), nil
	}
	if missing := Missing(c, t.Hello()); len(missing) > 0 {
		return "the gate does not declare " + strings.Join(missing, ", "), nil
	}
	o, _, err := Play(t, c)
	if err != nil {
		return "", err
	}
	if why := Mismatch(c, o); why != "" || len(c.Preview) == 0 {
		return why, nil
	}
	return checkPreview(t, c)
}

// checkPreview asks about both sides of a case and looks at what was shown.
func checkPreview(t spec.Target, c spec.Case) (string, error) {
	one, other := corpus.Sides(c)
	a, err := shown(t, one)
	if err != nil {
		return "", err
	}
	b, err := shown(t, other)
	if err != nil {
		return "", err
	}
	return strings.Join(corpus.CheckPreview(c.Preview, a, b), "; "), nil
}

// shown plays a script that asks one question, and gives what the person saw. Where nothing was asked
// the preview is empty.
func shown(t spec.Target, script spec.History) (corpus.Shown, error) {
	o, err := play(t, script)
	if err != nil {
		return corpus.Shown{}, err
	}
	var out corpus.Shown
	for _, e := range o.History {
		switch {
		case e.Is(spec.VerbCall):
			if f, ok := e.Get("args"); ok {
				out.Asked = json.RawMessage(f.JSON())
			} else {
				out.Asked = json.RawMessage(e.Str("text"))
			}
		case e.Saw(spec.SeenShow):
			if err := read(e, &out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

func read(show spec.Event, into *corpus.Shown) error {
	raw := func(key string) json.RawMessage {
		if f, ok := show.Get(key); ok && f.Value != "none" {
			return json.RawMessage(f.JSON())
		}
		return nil
	}
	into.Preview, into.Full = raw("preview"), raw("full")
	if marks, ok := show.Get("marks"); ok && marks.Value != "none" {
		if err := marks.Decode(&into.Marks); err != nil {
			return fmt.Errorf("marks: %w", err)
		}
	}
	return nil
}
