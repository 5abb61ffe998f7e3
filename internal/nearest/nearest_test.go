package nearest

import "testing"

func TestTo(t *testing.T) {
	names := []string{"one-use", "same-arguments", "same-session", "late-yes"}
	for _, row := range []struct{ word, want, reason string }{
		{"one-use", "one-use", "the name itself"},
		{"oneuse", "one-use", "a character left out"},
		{"same-argumetns", "same-arguments", "two swapped"},
		{"same-sesion", "same-session", "a doubled one written once"},
		{"laet-yes", "late-yes", "two swapped in the middle"},
		{"confirm-asks", "", "nothing like it"},
		{"", "", "nothing at all"},
	} {
		if got := To(row.word, names); got != row.want {
			t.Errorf("%s: %q gives %q, want %q", row.reason, row.word, got, row.want)
		}
	}
}
