package mutations

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sameact/spec"
)

// What operators change a scene with. Each keeps the marks: under a drift or a free change what is
// added is marked, under a continuation it is added to the story with and without the marked changes.

// present changes what is presented. A continuation is done to both calls with the same choices and is
// refused where it would undo, hide or widen a marked change.
func (s *Scene) present(pick Pick, change func(*spec.Call, Pick) bool) bool {
	if s.marking {
		return change(&s.now, pick)
	}
	var made []int
	was := markedKeys(s.now, s.plain)
	ok := change(&s.plain, func(n int) int {
		made = append(made, pick(n))
		return made[len(made)-1]
	})
	again := func(n int) int {
		if len(made) == 0 {
			return 0
		}
		i := made[0]
		made = made[1:]
		return min(i, n-1)
	}
	return ok && change(&s.now, again) && slices.Equal(was, markedKeys(s.now, s.plain)) && s.stillChanged()
}

func markedKeys(now, plain spec.Call) []string {
	var keys []string
	for _, f := range now.Fields(plain, true) {
		k := f.Key
		if sameKey(k, "args") {
			k = "args"
		}
		keys = append(keys, k)
	}
	return keys
}

// stillChanged: arguments that differ by a marked change still mean something else.
func (s *Scene) stillChanged() bool {
	if !slices.Contains(markedKeys(s.now, s.plain), "args") {
		return true
	}
	a, ok := valueOf(s.plain.Args)
	b, also := valueOf(s.now.Args)
	return !ok || !also || !a.Equal(b)
}

// set changes one field of what is presented, to a value that it does not have yet.
func (s *Scene) set(pick Pick, field func(*spec.Call) *string, values ...string) bool {
	return s.present(pick, func(c *spec.Call, pick Pick) bool {
		p := field(c)
		others := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == *p })
		if len(others) == 0 {
			return false
		}
		*p = choose(pick, others)
		return true
	})
}

// add puts lines, written in the notation, into a slot. Clock lines of the unmarked ones come last.
func (s *Scene) add(in slot, format string, args ...any) bool {
	fresh := spec.MustHistory(fmt.Sprintf(format, args...))
	if s.marking {
		for i := range fresh {
			fresh[i].Changed = true
		}
		s.lines[in] = append(slices.Clone(s.lines[in]), fresh...)
		return true
	}
	at := 0
	for at < len(s.lines[in]) && !s.lines[in][at].Changed && (fresh[0].Is(spec.VerbAt) || !s.lines[in][at].Is(spec.VerbAt)) {
		at++
	}
	s.lines[in] = slices.Insert(slices.Clone(s.lines[in]), at, fresh...)
	return true
}

// says reports whether one of the lines that were added holds these words.
func (s *Scene) says(words string) bool {
	for _, lines := range s.lines {
		if strings.Contains(lines.String(), words) {
			return true
		}
	}
	return false
}

// wait moves the clock in a slot.
func (s *Scene) wait(in slot, until time.Duration) bool {
	at, ok := instant(until)
	return ok && s.add(in, "at %s", at)
}

// instant spells a time, to a whole millisecond; not one before the ask, where a lifetime of less than nothing
// would end.
func instant(t time.Duration) (string, bool) {
	t = t.Truncate(time.Millisecond)
	return spec.SpellTime(t), t >= 0
}

// answer lays a marked key over the decision.
func (s *Scene) answer(key, value string) bool {
	s.decision.Fields = append(s.decision.Fields, spec.Field{Key: key, Value: value, Changed: true})
	return true
}

// resumes lays a marked key over the resume.
func (s *Scene) resumes(key, value string) bool {
	if s.resume == nil {
		return false
	}
	s.resume.Fields = append(s.resume.Fields, spec.Field{Key: key, Value: value, Changed: true})
	return true
}

// key adds a key that is no field of the call to the presentation.
func (s *Scene) key(key, value string) bool {
	if slices.ContainsFunc(s.extra, func(f spec.Field) bool { return f.Key == key }) {
		return false
	}
	s.extra = append(s.extra, spec.Field{Key: key, Value: value, Changed: s.marking})
	return true
}

// World is the world in which the act is presented.
func (s *Scene) World() spec.World {
	w := worldOf(s.until())
	return w.Clone()
}

// world is the world that an operator works in: a continuation sees none of the marked changes, so that
// it does the same with them and without.
func (s *Scene) world() spec.World {
	if s.marking {
		return worldOf(s.until())
	}
	return worldOf(s.until().Twin())
}

// defaultWorld is read only.
var defaultWorld = spec.DefaultWorld()

func worldOf(h spec.History) spec.World {
	w := defaultWorld
	for _, e := range h {
		if e.Is(spec.VerbOpen) || e.Is(spec.VerbConfigure) {
			if next, err := w.With(e); err == nil {
				w = next
			}
		}
	}
	return w
}

// declared is the declaration and the connector of the asked act.
func (s *Scene) declared() (spec.Action, spec.Connector) {
	w := s.world()
	a, _ := w.Action(s.asked.Connector, s.asked.Action)
	c, _ := w.Connector(s.asked.Connector)
	return a, c
}

// lifetime is how long an approval lives in the world that an operator works in.
func (s *Scene) lifetime() time.Duration {
	for _, f := range s.open {
		if ms, err := time.ParseDuration(f.Value + "ms"); f.Key == "approvalTtlMs" && (s.marking || !f.Changed) && err == nil {
			return ms
		}
	}
	return 10 * time.Minute
}

// like spells an act asked as m1 was, but for what change does, as the rest of a line.
func (s *Scene) like(change func(*spec.Call)) string {
	c := s.asked
	c.CallID = "" // another call has an id of its own
	change(&c)
	return spec.Event{Fields: askFields(c)}.String()
}

// again spells an act asked exactly as m1 was.
func (s *Scene) again() string { return s.like(func(*spec.Call) {}) }

func choose[T any](pick Pick, from []T) T { return from[pick(len(from))] }
