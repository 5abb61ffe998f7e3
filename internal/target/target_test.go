package target

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNamesThatAreNone(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "adapter.json")
	if err := os.WriteFile(manifest, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, says, hint, reason string }{
		{"", "no such target", "'exec:COMMAND LINE'", "nothing"},
		{"refrence", "no such target", "reference?", "a slip"},
		{"reference:", "no such target", "reference?", "a colon too many"},
		{"reference/in-another-way", "no such target", "'exec:COMMAND LINE'", "a style that is none"},
		{"defect:agent-not-bond", "no such defect", "defect:agent-not-bound?", "a slip in a defect"},
		{"defect:", "no such defect", "probe list defects", "no slug"},
		{"null:liars", "no such null gate", "null:liar?", "a slip in a null gate"},
		{"exec:", "no command", "'exec:node my-gate.js'", "no command"},
		{"exec:FOO=1 node gate.js", "FOO=1 sets nothing", "'exec:env FOO=1 node gate.js'", "a variable of a shell"},
		{"exec:node gate.js | tee log", "| would be a word", "sh -c", "a pipe of a shell"},
		{"exec:node gate.js 2>/dev/null", "2>/dev/null would be a word", "sh -c", "a file of a shell"},
		{"exec:node 'half", "cannot be split", "quote words", "a quote without its end"},
		{"exec:no-such-program-anywhere at all", "cannot be started", "is no-such-program-anywhere there", "no such program"},
		{"exec:" + manifest, "cannot be started", "may it be executed", "a file that is no program"},
		{"adapter:", "no adapter", "probe list adapters", "no name"},
		{"adapter:no-such-system-anywhere", "no adapter", "probe list adapters", "an adapter that is not here"},
		{manifest, "name:", "lower-case words", "a manifest that says nothing"},
		{filepath.Join(t.TempDir(), "adapter.json"), "no such file", "probe list adapters", "a manifest that is not there"},
	} {
		_, err := Resolver{}.Resolve(row.name)
		var unknown *Unknown
		if !errors.As(err, &unknown) || !strings.Contains(unknown.Why, row.says) || !strings.Contains(unknown.Hint, row.hint) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}

// Every name that is offered resolves, null gates that are programs excepted: they are this test's
// binary, and the command's own tests run them.
func TestEveryKnownNameIsATarget(t *testing.T) {
	for _, n := range Known() {
		if n.About == "" {
			t.Errorf("%s says nothing about itself", n.Name)
		}
		switch n.Name {
		case "null:dead", "null:hang", "null:crash":
			continue
		}
		g, err := Resolver{}.Resolve(n.Name)
		if err != nil {
			t.Errorf("%s: %v", n.Name, err)
			continue
		}
		if g.Hello().Gate.Name != n.Name {
			t.Errorf("%s calls itself %s", n.Name, g.Hello().Gate.Name)
		}
		g.Close()
	}
}

func TestSubjectsAreAllThatIsBuiltIn(t *testing.T) {
	s := Subjects()
	if n := len(s.References) + len(s.Defects) + len(s.Nulls); n != len(Known()) {
		t.Errorf("%d subjects, %d known names", n, len(Known()))
	}
	for _, d := range s.Defects {
		if len(d.Breaks) == 0 {
			t.Errorf("%s breaks nothing", d.ID)
		}
	}
}
