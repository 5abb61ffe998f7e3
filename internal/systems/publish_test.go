package systems

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/internal/adapter"
	"sameact/internal/target"
)

// What is published of a system is what it did: one row and one page, its findings as cases that show it again.
func TestWhatIsPublished(t *testing.T) {
	top, m := checkout(t, nil)
	dir := filepath.Join(top, "reports", "systems")
	other := &Store{Schema: Schema, Systems: []Row{{ID: "zebra", System: "Zebra", Date: "2026-01-01", Packages: map[string]string{"zebra": "3.0.0"}, Holds: "client"}}}
	if err := other.write(dir); err != nil {
		t.Fatal(err)
	}
	seen := func(m *adapter.Manifest, p plan) *Store {
		t.Helper()
		store, err := readStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		p.stories = few
		rows, err := publish(m, p, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		store.replace(m.Name, rows)
		if err := store.write(dir); err != nil {
			t.Fatal(err)
		}
		return store
	}
	seen(m, plan{date: "2026-12-01", times: 3, harness: "abc123"})
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, says := range map[string][]string{
		"README.md": {
			"| [small](small.md)          | small 1.0.0 | 2026-12-01 | the server | 2 / 0 / 0 / 21 / 0     | 1 / 0 / 0 / 10 / 0 |",
			"| [small/careless](small.md) | small 1.0.0 | 2026-12-01 | the server | 1 / 1 (1) / 0 / 21 / 0 | 1 / 0 / 0 / 10 / 0 |",
			"| [zebra](zebra.md) ",
		},
		"small.md": {
			"# Small gate", "| abc123", "## small\n", "Nothing that was declared was seen broken.", "## small/careless", "### same-agent (binding, MUST)",
			"Documented as the duty of whoever builds on it: compare the agents (<https://docs.example/duty>)", "seen 3 of 3 times",
			"Followed by its makers: agents are compared from 2.0.0 on (<https://docs.example/change>)", "← here", "Its twin", "~agent=",
			"`probe replay reports/systems/cases/small/careless/same-agent.case adapter:small/careless`", "nobody is named", "<https://docs.example/who>",
		},
		"cases/small/careless/same-agent.case": {"about: same-agent\nverdict: breaks\n"},
	} {
		for _, s := range says {
			if !strings.Contains(text(name), s) {
				t.Errorf("%s does not say %s\n%s", name, s, text(name))
			}
		}
	}
	// the pages can be made again, and a system that is published again, with less, leaves the others' rows alone
	before := text("small.md")
	var out, errs strings.Builder
	lost := filepath.Join(dir, "cases", "small", "careless", "same-agent.case")
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	if code := in(t, top, &out, &errs, "publish", "--pages"); code != 0 || text("small.md") != before || text("cases/small/careless/same-agent.case") == "" {
		t.Errorf("exit %d, %s", code, errs.String())
	}
	m.Variants = nil
	store := seen(m, plan{date: "2026-12-02", times: 1})
	var ids []string
	for _, r := range store.Systems {
		ids = append(ids, r.ID+" "+r.Date)
	}
	if d := cmp.Diff([]string{"small 2026-12-02", "zebra 2026-01-01"}, ids); d != "" {
		t.Error(d)
	}
	if _, err := os.Stat(lost); err == nil {
		t.Error("a case is left of what is not there any more")
	}
}

// What is seen now and then carries its rate; what the documentation does not say is told so.
func TestAPageIsFair(t *testing.T) {
	r := Row{ID: "x", System: "X_1", Documentation: "https://docs.example/a", Holds: "client", Findings: []Finding{{Clause: "one-use", Chapter: "lifecycle", Level: "MUST",
		Why: "it ran twice", Case: "about: one-use\nverdict: breaks\n\ncall m1 action=mail.send\n< executed\n", Event: 1, Times: 5, Shown: 4, File: "cases/x/one-use.case"}}}
	text := systemPage("x", []Row{r})
	for _, says := range []string{"X\\_1", "seen 4 of 5 times", "The documentation read (<https://docs.example/a>) does not say.", "held by the client", "< executed   ← here"} {
		if !strings.Contains(text, says) {
			t.Errorf("it does not say %s\n%s", says, text)
		}
	}
	r.Findings[0].Times, r.Findings[0].Shown = 200, 0
	if rare := systemPage("x", []Row{r}); !strings.Contains(rare, "It is rare: played again from its case 200 times, it was not seen.") {
		t.Error(rare)
	}
	for _, word := range []string{"vulnerab", "insecure", "bug", "unsafe"} {
		if strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%q is a judgement", word)
		}
	}
}

// The pages of this checkout are made of its store, and every finding there has its case.
func TestPublishedPagesAreOfTheirStore(t *testing.T) {
	dir := filepath.Join("..", "..", "reports", "systems")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("nothing was published yet; hint: go run ./cmd/systems publish")
	}
	store, err := readStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	pages := store.pages()
	for name, text := range pages {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if d := cmp.Diff(text, string(b)); err != nil || d != "" {
			t.Errorf("%s: %v; hint: go run ./cmd/systems publish --pages\n%s", name, err, d)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(found) != len(pages) {
		t.Errorf("%d pages stand there, and %d belong: %v", len(found), len(pages), err)
	}
	for _, r := range store.Systems {
		for _, f := range r.Findings {
			if b, err := os.ReadFile(filepath.Join(dir, f.File)); err != nil || string(b) != f.Case {
				t.Errorf("%s: its case is not that of systems.json: %v", f.File, err)
			}
		}
	}
}

func TestWrongUsage(t *testing.T) {
	top, _ := checkout(t, nil)
	for _, row := range []struct {
		args         []string
		says, reason string
	}{
		{[]string{"publish", "--date", "soon"}, "no day", "a date that is none"},
		{[]string{"publish", "--times", "0"}, "at least once", "never again"},
		{[]string{"publish", "small/careless"}, "hint: small", "a variant alone"},
		{[]string{"publish", "small", "--pages"}, "leave them out", "names where nothing is judged"},
		{[]string{"publish", "smal"}, "adapter:small?", "a slip"},
		{[]string{"instal"}, "--help", "no such command"},
	} {
		var out, errs strings.Builder
		if code := in(t, top, &out, &errs, row.args...); code != 2 || !strings.Contains(errs.String(), row.says) {
			t.Errorf("%s: exit %d, %s", row.reason, code, errs.String())
		}
	}
	var out, errs strings.Builder
	if code := in(t, t.TempDir(), &out, &errs, "install"); code != 2 || !strings.Contains(errs.String(), "in no checkout") {
		t.Errorf("outside: exit %d, %s", code, errs.String())
	}
}

// What is rare is played on until it is seen, and carries its rate.
func TestWhatIsRareHasARate(t *testing.T) {
	_, m := checkout(t, nil)
	honest, err := target.Resolver{}.System(variant(t, m, ""), "adapter:small")
	if err != nil {
		t.Fatal(err)
	}
	defer honest.Close()
	const kase = "about: same-agent\nverdict: breaks\n\ncall m1 action=mail.send\nallow m1\ncall m1 ~agent=a2\n< effect action=mail.send args={}\n< executed\n"
	if shown, played, err := again(honest, kase, 1); shown != 0 || played < atMost || played >= atMost+atOnce || err != nil {
		t.Errorf("an honest gate: seen %d of %d, %v", shown, played, err)
	}
	careless, err := target.Resolver{}.System(variant(t, m, "careless"), "adapter:small/careless")
	if err != nil {
		t.Fatal(err)
	}
	defer careless.Close()
	if shown, played, err := again(careless, kase, 2); shown != 2 || played != 2 || err != nil {
		t.Errorf("one that compares no agents: seen %d of %d, %v", shown, played, err)
	}
}
