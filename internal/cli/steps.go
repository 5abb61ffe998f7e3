package cli

import (
	"fmt"
	"io"
	"strings"

	"sameact/internal/replay"
	"sameact/reports"
	"sameact/spec"
)

// A step is one line that was done, with what was seen after it.
type step struct {
	done spec.Event
	seen []int // indexes of the seen lines
	at   int   // index of the line
}

func steps(h spec.History) (out []step) {
	for i, e := range h {
		switch {
		case !e.Seen:
			out = append(out, step{done: e, at: i})
		case len(out) == 0:
			out = append(out, step{seen: []int{i}, at: -1})
		default:
			out[len(out)-1].seen = append(out[len(out)-1].seen, i)
		}
	}
	return out
}

// lines are the step's lines for people, each with its number and a sign where it breaks a promise.
func (s step) lines(o replay.Outcome) (out []string) {
	broken := map[int]bool{}
	for _, b := range o.Broken() {
		broken[b.Event] = true
	}
	line := func(i int) {
		sign := " "
		if broken[i] {
			sign = "✗"
		}
		out = append(out, fmt.Sprintf("%s%3d  %s", sign, i+1, reports.Shorten(reports.Legible(o.History[i].String()))))
	}
	if s.at >= 0 {
		line(s.at)
	}
	for _, i := range s.seen {
		line(i)
	}
	return out
}

// alone prints a history step by step.
func alone(c *console, o replay.Outcome) {
	for _, s := range steps(o.History) {
		for _, l := range s.lines(o) {
			fmt.Fprintln(c.out, l)
		}
	}
	fmt.Fprintln(c.out)
}

// sideBySide prints a history step by step, and under each step what the twin did differently.
func sideBySide(c *console, changed, twin replay.Outcome) {
	theirs := steps(twin.History)
	j := 0
	for _, s := range steps(changed.History) {
		mine := s.lines(changed)
		for _, l := range mine {
			fmt.Fprintln(c.out, l)
		}
		if s.done.Changed {
			fmt.Fprintln(c.out, "     | twin: without this line")
			continue
		}
		if j < len(theirs) {
			beside(c.out, changed, twin, s, theirs[j])
			j++
		}
	}
	fmt.Fprintln(c.out)
}

// beside prints a twin's step where it is another.
func beside(w io.Writer, changed, twin replay.Outcome, mine, other step) {
	text := func(o replay.Outcome, s step) (out []string) {
		if s.at >= 0 {
			out = append(out, o.History[s.at].String())
		}
		for _, i := range s.seen {
			out = append(out, o.History[i].String())
		}
		return out
	}
	theirs := text(twin, other)
	if strings.Join(text(changed, mine), "\n") == strings.Join(theirs, "\n") {
		return
	}
	for _, l := range theirs {
		fmt.Fprintln(w, "     | twin:", reports.Shorten(reports.Legible(l)))
	}
}
