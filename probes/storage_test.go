package probes_test

import (
	"strings"
	"testing"
	"time"

	"sameact/impl/reference"
	"sameact/probes"
	"sameact/spec"
)

// quick is our gate, which waits only a moment for a store that the harness holds.
func quick() spec.FolderTarget {
	b := reference.Obeying(reference.RePresent)
	b.Patience = 20 * time.Millisecond
	return reference.New(b)
}

// What befalls the store stands as long as it should, for processes that run and for those that start meanwhile.
func TestWhatBefallsTheStore(t *testing.T) {
	target := quick()
	defer target.Close()
	const asked = "call m1 action=mail.send\nallow m1\n"
	for _, c := range []struct{ reason, lines, said string }{
		{"held for all processes", asked + "store busy\ncall m1\np2: call m1\nstore well\np2: call m1", "pending recorded refused refused executed"},
		{"read-only for all processes", asked + "store read-only\ncall m1\np2: call m1\nstore well\np2: call m1", "pending recorded refused refused executed"},
		{"well again for the process that found it read-only", asked + "store read-only\ncall m1\nstore well\ncall m1", "pending recorded refused executed"},
		{"full for all processes", asked + "store full\ncall m1\np2: call m1\nstore well\np2: call m1", "pending recorded refused refused executed"},
		{"reading is possible meanwhile", asked + "store full\naudit\nstore well\ncall m1", "pending recorded records executed"},
		{"whatever cannot be answered is refused", asked + "store busy\naudit\ntick\nclear\nstore well\ncall m1", "pending recorded refused refused refused executed"},
		{"of a turn each act is", "turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.delete\"}]]\nstore full\ndecide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"]]", "pending pending refused refused"},
		{"no process starts on a damaged store", asked + "crash\nstore truncated\ncall m1\np2: call m1\nstart", "pending recorded refused refused refused"},
		{"a copy undoes damage", asked + "store kept\ncrash\nstore overwritten\ncall m1\nstore put-back\ncall m1", "pending recorded refused executed"},
		{"a folder that is gone comes back", asked + "store missing\ncall m1\np2: call m1\nstore well\np2: call m1", "pending recorded refused refused executed"},
		{"a copy stands for a folder that is gone", asked + "store kept\nstore missing\ncall m1\nstore put-back\ncall m1", "pending recorded refused executed"},
		{"a script may end while something stands", asked + "store busy", "pending recorded"},
		{"and while a line is held", asked + "call m1 pause=effect\nstore full", "pending recorded effect executed"},
	} {
		h, err := probes.Play(target, spec.MustHistory(c.lines))
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
			continue
		}
		var said []string
		for _, e := range h {
			if e.Seen && e.Verb != spec.SeenShow && (e.Verb != spec.SeenEffect || strings.Contains(c.said, spec.SeenEffect)) {
				said = append(said, e.Verb)
			}
		}
		if got := strings.Join(said, " "); got != c.said {
			t.Errorf("%s: %q, want %q\n%s", c.reason, got, c.said, h)
		}
	}
}

func TestStoreLinesThatCannotBePlayed(t *testing.T) {
	target := quick()
	defer target.Close()
	for _, c := range []struct{ reason, lines, says string }{
		{"files are not damaged under a process", "call m1 action=mail.send\nstore truncated", "line 2: a process uses the files; hint: crash it first"},
		{"one thing at a time", "call m1 action=mail.send\nstore full\nstore busy", "line 3: the store is full; hint: store well comes first"},
		{"a copy has to be there", "call m1 action=mail.send\nstore put-back", "line 2: there is no copy; hint: store kept takes one"},
		{"no held line survives another store", "call m1 action=mail.send\nallow m1\nstore kept\ncall m1 pause=effect\nstore put-back", "line 5: a line is held; hint: go lets it go on, crash ends it"},
	} {
		if _, err := probes.Play(target, spec.MustHistory(c.lines)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}

// A gate without a folder is not told such a story, and is not accused for it.
func TestAGateWithoutAFolder(t *testing.T) {
	target := quick()
	defer target.Close()
	script := spec.MustHistory("call m1 action=mail.send\nstore full\ncall m1")
	h, err := probes.Play(struct{ spec.Target }{target}, script)
	if err != nil || len(h) > 0 {
		t.Errorf("%v\n%s", err, h)
	}
}
