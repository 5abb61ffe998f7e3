package corpus

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

var update = flag.Bool("update", false, "rewrite the case files in the spelling that the notation prints")

func all(t *testing.T) []Entry {
	t.Helper()
	entries, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 0 {
		t.Fatal("the corpus is empty")
	}
	return entries
}

func TestEveryFileIsACaseInThePrintedSpelling(t *testing.T) {
	for _, e := range all(t) {
		text, err := fs.ReadFile(files, e.Path)
		if err != nil {
			t.Fatal(err)
		}
		printed := e.Case.String()
		if string(text) != printed {
			if *update {
				if err := os.WriteFile(e.Path, []byte(printed), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			t.Errorf("%s: hint: go test ./corpus -update\n%s", e.Path, cmp.Diff(printed, string(text)))
		}
		again, err := spec.ParseCase(e.Case.Name, printed)
		if err != nil {
			t.Errorf("%s: printed, it does not parse: %v", e.Path, err)
		} else if d := cmp.Diff(e.Case, again); d != "" {
			t.Errorf("%s: printed, it is another case\n%s", e.Path, d)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	at := map[string]string{}
	for _, e := range all(t) {
		if other, ok := at[e.Case.Name]; ok {
			t.Errorf("%s and %s have one name", e.Path, other)
		}
		at[e.Case.Name] = e.Path
	}
}

// A clause's good and bad examples live here, so a clause without both is incomplete.
func TestEveryClauseHasAnObeyingAndABreakingCase(t *testing.T) {
	have := map[string]map[string]bool{}
	for _, e := range all(t) {
		if have[e.Clause] == nil {
			have[e.Clause] = map[string]bool{}
		}
		if e.Case.Recorded() {
			have[e.Clause][e.Case.Verdict] = true
		}
	}
	for clause, verdicts := range have {
		for _, v := range []string{spec.Obeys, spec.Breaks} {
			if !verdicts[v] {
				t.Errorf("%s has no recorded case that %s it", clause, v)
			}
		}
	}
}

func TestEveryCaseSaysWhereItComesFrom(t *testing.T) {
	for _, e := range all(t) {
		if e.Case.Origin == "" {
			t.Errorf("%s: no origin", e.Path)
		}
	}
}

func TestAMalformedFileIsToldWithFileLineAndKey(t *testing.T) {
	good := "about: one-use\n\ncall m1 action=mail.send\n"
	for _, c := range []struct {
		reason, path, text, want string
	}{
		{"a header that cases do not have", "one-use/a.case", "about: one-use\nauthor: nobody\n\ncall m1 action=mail.send\n", "one-use/a.case:2: author"},
		{"no clause named", "one-use/a.case", "call m1 action=mail.send\n", "one-use/a.case:1: about"},
		{"no lines", "one-use/a.case", "about: one-use\n", "one-use/a.case:2"},
		{"a verb that is none", "one-use/a.case", "about: one-use\n\nsend m1\n", "one-use/a.case:3"},
		{"a key that a call does not have", "one-use/a.case", "about: one-use\n\ncall m1 action=mail.send colour=red\n", "one-use/a.case:3: colour"},
		{"arguments that do not end", "one-use/a.case", "about: one-use\n\ncall m1 action=mail.send args={\"to\":\n", "one-use/a.case:3: args"},
		{"seen lines and no verdict", "one-use/a.case", "about: one-use\n\ncall m1 action=mail.send\n< executed\n", "one-use/a.case:3: verdict"},
		{"the folder of another clause", "as-written/a.case", "origin: here\nabout: one-use\n\ncall m1 action=mail.send\n", "as-written/a.case:2: about"},
		{"a number for a name", "one-use/12.case", good, "one-use/12.case"},
		{"a name that some file systems cannot tell from another", "one-use/Twice.case", good, "one-use/Twice.case"},
	} {
		entries, err := Load(fstest.MapFS{c.path: {Data: []byte(c.text)}, "one-use/good.case": {Data: []byte(good)}})
		var at *FileError
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &at) {
			t.Errorf("%s: error %v, want it to begin with %s", c.reason, err, c.want)
		}
		if len(entries) != 1 || entries[0].Path != "one-use/good.case" {
			t.Errorf("%s: the good file beside it was not read: %v", c.reason, entries)
		}
	}
}

func TestAFileAddedIsACaseAdded(t *testing.T) {
	text := "about: one-use\n\ncall m1 action=mail.send\nallow m1\ncall m1\n~call m1\n"
	entries, err := Load(fstest.MapFS{"one-use/sent-twice.case": {Data: []byte(text)}})
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	e := entries[0]
	if e.Clause != "one-use" || e.Case.Name != "sent-twice" || path.Base(e.Path) != "sent-twice.case" || len(e.Case.Lines) != 4 {
		t.Errorf("read as %+v", e)
	}
}
