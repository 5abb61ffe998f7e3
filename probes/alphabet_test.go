package probes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/spec"
)

// A brute force knows nothing of canonical names: it makes every sequence with every choice of names that the page at
// the top of alphabet.go admits, and counts as one those that a renaming turns into each other.
type bruteForce struct {
	resumes bool
	every   []move
	classes map[string]bool
}

// asked finds how an act was asked about.
func asked(s []move, act int8) (move, bool) {
	i := slices.IndexFunc(s, func(m move) bool { return m.operation == asking && m.act == act })
	if i < 0 {
		return move{}, false
	}
	return s[i], true
}

func did(s []move, act int8, o ...operation) bool {
	return slices.ContainsFunc(s, func(m move) bool { return m.act == act && slices.Contains(o, m.operation) })
}

// allowedThere reports whether an act was allowed where it was asked.
func allowedThere(s []move, act int8) bool {
	at, _ := asked(s, act)
	return slices.ContainsFunc(s, func(m move) bool {
		return m.operation == allowing && m.act == act && m.agent == at.agent && m.session == at.session
	})
}

func (b *bruteForce) admits(s []move, m move) bool {
	zero := m == move{operation: m.operation}
	never := !slices.ContainsFunc(s, func(o move) bool { return o.operation == m.operation })
	switch m.operation {
	case passing:
		return zero && never && len(s) > 0
	case ticking:
		return zero && never && did(s, 0, passing)
	case crashing:
		return zero && never && len(s) > 0 && s[len(s)-1].operation != passing
	case asking:
		return m.with == m.act && !did(s, m.act, asking)
	}
	at, is := asked(s, m.act)
	if !is {
		return false
	}
	here := m.agent == at.agent && m.session == at.session
	beside := (m.agent == at.agent) != (m.session == at.session)
	own := m.with == m.act && m.content == at.content
	switch m.operation {
	case allowing:
		return own && (here || beside && b.resumes && !allowedThere(s, m.act))
	case denying:
		return own && here
	case resuming:
		return own && here && did(s, m.act, allowing, denying)
	case tampering:
		return b.resumes && here && m.with == m.act && m.content != at.content && !allowedThere(s, m.act) && !did(s, m.act, tampering)
	}
	switch {
	case m.content != at.content:
		return false
	case m.with != m.act:
		return here && allowedThere(s, m.with)
	case b.resumes:
		return here && did(s, m.act, allowing, denying)
	}
	return here || beside && allowedThere(s, m.act)
}

func (b *bruteForce) grow(s []move, depth int) {
	if len(s) == depth {
		if !slices.Contains([]operation{tampering, passing, ticking, crashing}, s[len(s)-1].operation) {
			b.classes[class(s)] = true
		}
		return
	}
	for _, m := range b.every {
		if b.admits(s, m) {
			b.grow(append(slices.Clone(s), m), depth)
		}
	}
}

// everyMove is every operation with every choice of names.
func everyMove() (out []move) {
	for o := asking; o <= crashing; o++ {
		for bits := range int8(32) {
			out = append(out, move{o, bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1})
		}
	}
	return out
}

// renamed exchanges the two approvals, agents, sessions and contents, as the bits of how say.
func renamed(s []move, how int8) []move {
	out := slices.Clone(s)
	for i := range out {
		m := &out[i]
		if m.operation >= passing {
			continue
		}
		m.act, m.with, m.agent, m.session, m.content = m.act^how&1, m.with^how&1, m.agent^how>>1&1, m.session^how>>2&1, m.content^how>>3&1
	}
	return out
}

// class is the same for sequences that a renaming turns into each other.
func class(s []move) string {
	least := ""
	for how := range int8(16) {
		if text := fmt.Sprint(renamed(s, how)); least == "" || text < least {
			least = text
		}
	}
	return least
}

func TestEverySequenceIsThereOnceUnderOneName(t *testing.T) {
	deepest := 4
	if testing.Short() {
		deepest = 3
	}
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming} {
		a := alphabetIn(t, style)
		for depth := 1; depth <= deepest; depth++ {
			b := &bruteForce{resumes: a.resumes, every: everyMove(), classes: map[string]bool{}}
			b.grow(nil, depth)
			seen := map[string]bool{}
			a.whole(position{}, nil, depth, func(s []move) bool {
				if c := class(s); seen[c] || !b.classes[c] {
					t.Errorf("%s: told twice, or not to be told:\n%s", style, a.script(s))
				} else {
					seen[c] = true
				}
				return !t.Failed()
			})
			if n := a.count(depth, 1<<30); len(seen) != len(b.classes) || n != len(seen) {
				t.Errorf("%s, depth %d: %d sequences, counted as %d; by brute force there are %d", style, depth, len(seen), n, len(b.classes))
			}
		}
	}
}

// Two sequences that differ in names alone are one: only one of them is told.
func TestRenamedSequencesAreOne(t *testing.T) {
	a := alphabetIn(t, reference.RePresent)
	told := map[string]bool{}
	a.whole(position{}, nil, 4, func(s []move) bool { told[fmt.Sprint(s)] = true; return true })
	s := []move{{asking, 0, 0, 0, 0, 0}, {asking, 1, 0, 1, 1, 1}, {allowing, 1, 0, 1, 1, 1}, {presenting, 1, 1, 1, 1, 1}}
	if !told[fmt.Sprint(s)] {
		t.Fatalf("not told:\n%s", a.script(s))
	}
	for how := int8(1); how < 16; how++ {
		if r := renamed(s, how); told[fmt.Sprint(r)] || class(r) != class(s) {
			t.Errorf("told under other names too: %v", r)
		}
	}
}

// What a gate does not declare is in no sequence.
func TestTheAlphabetShrinks(t *testing.T) {
	for _, row := range []struct {
		lacking, without, reason string
		style                    reference.Style
	}{
		{"expiry", "at +", "no lifetime", reference.RePresent},
		{"expiry", "tick", "nothing to settle", reference.RePresent},
		{"durable", "crash", "it goes on in no other process", reference.RePresent},
		{"agent", "agent=", "agents are not told apart", reference.RePresent},
		{"session", "session=", "sessions are not told apart", reference.Resuming},
		{"task", "resume ", "no waits", reference.RePresent},
		{"task", "task=", "no tasks", reference.Resuming},
		{"tamper", "tamper ", "the call cannot be reached", reference.Resuming},
	} {
		hello := reference.New(reference.Obeying(row.style)).Hello()
		with, without := everyScript(alphabetOf(hello)), everyScript(alphabetOf(lacking(hello, row.lacking)))
		if !strings.Contains(with, row.without) || strings.Contains(without, row.without) || len(without) == 0 {
			t.Errorf("%s: %q is told with %s: %t, and without: %t", row.reason, row.without, row.lacking, strings.Contains(with, row.without), strings.Contains(without, row.without))
		}
	}
	one := everyScript(alphabetOf(lacking(reference.New(reference.Obeying(reference.RePresent)).Hello(), "several")))
	for line := range strings.Lines(one) {
		if strings.HasPrefix(line, "call m2 action=") && !strings.Contains(line, "session=s2") {
			t.Fatalf("a gate that keeps one question a session is asked for two: %s", line)
		}
	}
}

func lacking(h spec.Hello, what string) spec.Hello {
	is := func(s string) bool { return s == what }
	h.Features, h.Binds, h.Chapters = slices.DeleteFunc(slices.Clone(h.Features), is), slices.DeleteFunc(slices.Clone(h.Binds), is), slices.DeleteFunc(slices.Clone(h.Chapters), is)
	return h
}

// everyScript is every script of four operations.
func everyScript(a *alphabet) string {
	var b strings.Builder
	a.whole(position{}, nil, 4, func(s []move) bool { b.WriteString(a.script(s).String()); return true })
	return b.String()
}

func alphabetIn(t *testing.T, style reference.Style) *alphabet {
	target := reference.New(reference.Obeying(style))
	t.Cleanup(func() { _ = target.Close() })
	return alphabetOf(target.Hello())
}
