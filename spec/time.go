package spec

import (
	"fmt"
	"strings"
	"time"
)

// ParseTime reads a time of the notation, +9m59.999s: how long after the story's beginning.
// It is in whole milliseconds and never negative.
func ParseTime(s string) (time.Duration, error) {
	rest, ok := strings.CutPrefix(s, "+")
	d, err := time.ParseDuration(rest)
	if !ok || err != nil || d < 0 || d%time.Millisecond != 0 {
		return 0, fmt.Errorf("%q is no time; hint: +9m59.999s, whole milliseconds after the beginning", s)
	}
	return d, nil
}

// SpellTime prints a time of the notation: +10m, +9m59.999s, +0s. A time before the beginning is -1s.
func SpellTime(d time.Duration) string {
	s, sign := d.String(), "+"
	if d < 0 {
		s, sign = (-d).String(), "-"
	}
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return sign + s
}
