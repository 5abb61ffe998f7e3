package reference

import "sameact/spec"

// A Level says how often a person is asked before an action runs.
type Level int

const (
	None   Level = iota // it runs unasked
	Ask                 // it is asked about, and always is offered
	Always              // it is asked about every time
)

// level reads what a declaration asks for. Only a declared none is looser than the default; a word that
// nobody knows is the strictest, and so is a missing risk.
func level(w *spec.World, a spec.Action) Level {
	switch a.Confirm {
	case "none":
		return None
	case "ask":
		return Ask
	case "":
		return levelOfRisk(w.ConfirmDefault, a.Risk)
	}
	return Always
}

// levelOfRisk is the default: what is dangerous is asked about, and in the stricter mode what writes.
func levelOfRisk(mode, risk string) Level {
	switch {
	case risk == "read", risk == "write" && (mode == "danger" || mode == ""):
		return None
	}
	return Ask
}

// raised asks about what a person has denied by whatever name.
func raised(l Level, refused bool) Level {
	if refused && l == None {
		return Ask
	}
	return l
}

// highest is the level of a composite: its own and those of its agent-run steps that can be resolved now.
// A step that a person performs asks nobody whether the agent may.
func highest(own Level, steps []Step) Level {
	if len(steps) == 1 && steps[0].Whole && steps[0].Human {
		return None
	}
	out := own
	for _, s := range steps {
		if !s.Human && s.Arguments != nil {
			out = max(out, s.Level)
		}
	}
	return out
}
