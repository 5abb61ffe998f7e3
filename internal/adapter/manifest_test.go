package adapter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

const whole = `{
 "name": "mail",
 "system": "Mail SDK",
 "about": "The client holds the pending call and sends it back with the yes.",
 "documentation": "https://docs.example/approvals",
 "packages": {"mail": "1.2.3"},
 "needs": ["go"],
 "install": [["go", "build", "-o", "bin/adapter", "."]],
 "installed": ["bin/adapter"],
 "command": ["bin/adapter", "--plain"],
 "holds": "client",
 "chapters": ["binding", "answering"],
 "binds": ["action", "arguments"],
 "features": ["resumes", "state", "tamper"],
 "undeclared": [{"what": "principal, agent", "why": "approve() takes nobody's identity", "url": "https://docs.example/approve"}],
 "duties": [{"clause": "same-arguments", "says": "keep the messages", "url": "https://docs.example/duty"}],
 "answerLimit": "8s",
 "checks": 20,
 "ci": true,
 "variants": [
  {"name": "sealed", "about": "With a secret.", "args": ["--secret"], "control": true, "features": ["resumes"], "checks": 7},
  {"name": "old", "about": "As it was.", "args": ["--old"], "packages": {"mail": "0.9.0"}, "ci": false, "undeclared": []}
 ]
}`

// written puts a manifest into a folder of adapters.
func written(t *testing.T, name, text string) (folder, path string) {
	t.Helper()
	folder = t.TempDir()
	path = filepath.Join(folder, name, File)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder, path
}

func TestAVariantSaysOnlyWhatIsDifferent(t *testing.T) {
	folder, _ := written(t, "mail", whole)
	type facts struct {
		Command, Chapters, Features, Pins string
		Checks                            int
		CI, Control                       bool
		Undeclared                        int
	}
	for id, want := range map[string]facts{
		"mail":        {"bin/adapter --plain", "binding answering", "resumes state tamper", "mail 1.2.3", 20, true, false, 1},
		"mail/sealed": {"bin/adapter --plain --secret", "binding answering", "resumes", "mail 1.2.3", 7, true, true, 1},
		"mail/old":    {"bin/adapter --plain --old", "binding answering", "resumes state tamper", "mail 0.9.0", 20, false, false, 0},
	} {
		s, err := Find(folder, id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		got := facts{strings.Join(s.Command, " "), strings.Join(s.Chapters, " "), strings.Join(s.Features, " "), s.Pins(), s.ChecksOr(1400), s.InCI(), s.IsControl(), len(s.Undeclared)}
		if d := cmp.Diff(want, got); d != "" || s.ID() != id || s.Limit().String() != "8s" || !filepath.IsAbs(s.Argv()[0]) {
			t.Errorf("%s, as %s, %v, %v\n%s", id, s.ID(), s.Limit(), s.Argv(), d)
		}
	}
}

func TestWhatIsNoManifest(t *testing.T) {
	for _, row := range []struct{ old, new, says, reason string }{
		{`"chapters": [`, `"chapers": [`, ":12: chapers: no such member; hint: chapters?", "a slip in a member"},
		{`"args": ["--old"]`, `"arg": ["--old"]`, "variants[1].arg: no such member; hint: args?", "a slip in a variant"},
		{`"says": "keep`, `"say": "keep`, "duties[0].say: no such member; hint: says?", "a slip in a duty"},
		{`"duties":`, `"tracked": [{"clause": "same-argument", "says": "follow it", "url": "https://docs.example/issue"}], "duties":`, "tracked[0].clause: \"same-argument\" is no clause; hint: same-arguments?", "a slip in what is tracked"},
		{`"about": "With a secret."`, `"zzzzzzzz": ""`, "hint: one of name, about, args", "a member that is like none"},
		{`"checks": 20`, `"checks": "many"`, "checks: it cannot be a text", "a text for a number"},
		{`"holds": "client",`, `"holds": "client"`, "not JSON", "a comma missing"},
		{`"name": "mail"`, `"name": "mailer"`, `the folder is "mail"`, "another name than the folder's"},
		{`"system": "Mail SDK"`, `"system": ""`, "system: missing", "nobody calls it anything"},
		{`"mail": "1.2.3"`, `"mail": "^1.2.3"`, ":6: packages.mail: \"^1.2.3\" is not exact", "a range of versions"},
		{`"needs": ["go"]`, `"needs": ["bin/deno"]`, ":7: needs[0]: \"bin/deno\" is no program's name", "a path for a program"},
		{`"installed": ["bin/adapter"]`, `"installed": ["../adapter"]`, "does not stay in the folder", "a file elsewhere"},
		{`"command": ["bin/adapter", "--plain"]`, `"command": []`, "command: missing", "nothing to start"},
		{`"holds": "client"`, `"holds": "me"`, ":11: holds: \"me\"; hint: client or server", "held by nobody"},
		{`"chapters": ["binding"`, `"chapters": ["bindings"`, ":12: chapters[0]: \"bindings\" is no chapter or clause; hint: binding?", "a chapter that is none"},
		{`"features": ["resumes"]`, `"features": ["resume"]`, ":21: variants[0].features[0]: \"resume\" is no feature; hint: resumes?", "a feature that is none"},
		{`"what": "principal, agent"`, `"what": "principle"`, "principal?", "left out what cannot be declared"},
		{`"url": "https://docs.example/approve"`, `"url": "http://docs.example/approve"`, ":15: undeclared[0].url: \"http://docs.example/approve\" is no https address", "an address without a lock"},
		{`"clause": "same-arguments"`, `"clause": "same-argument"`, ":16: duties[0].clause: \"same-argument\" is no clause; hint: same-arguments?", "a duty about no clause"},
		{`"answerLimit": "8s"`, `"answerLimit": "8"`, "is no time", "a limit without its unit"},
		{`"checks": 20`, `"checks": 0`, ":18: checks: 0; hint: a number from 1", "no histories"},
		{`"args": ["--old"], "packages": {"mail": "0.9.0"},`, ``, ":22: variants[1].args: missing; hint: what is appended to the command, so that it is a variant", "a variant that is started alike"},
		{`"name": "old"`, `"name": "sealed"`, ":22: variants[1].name: \"sealed\" stands twice", "two variants of one name"},
		{`"installed": ["bin/adapter"],`, ``, ": installed: missing", "of two members only the one that is missing"},
		{`"install": [["go", "build", "-o", "bin/adapter", "."]]`, `"install": []`, ":8: install: missing", "nothing installs it"},
		{`"documentation": "https`, `"documentation": "http`, ":5: documentation: \"http://docs.example/approvals\" is no https address", "a page without a lock"},
		{`"binds": ["action", "arguments"]`, `"binds": ["action", "argument"]`, ":13: binds[1]: \"argument\" is no field that can be bound; hint: arguments?", "a field that is none"},
		{`"binds": ["action", "arguments"]`, `"binds": ["action", "action"]`, ":13: binds[1]: \"action\" stands twice", "a field twice"},
		{`"features": ["resumes", "state"`, `"features": ["resumes", "resumes"`, ":14: features[1]: \"resumes\" stands twice", "a feature twice"},
		{`"chapters": ["binding", "answering"]`, `"chapters": ["binding", "binding"]`, ":12: chapters[1]: \"binding\" stands twice", "a chapter twice"},
		{`"what": "principal, agent"`, `"what": "principal, tamper"`, ":15: undeclared[0].what: \"tamper\" is declared as well", "declared and left out"},
		{`"what": "principal, agent"`, `"what": "principal, principal"`, ":15: undeclared[0].what: \"principal\" stands twice", "left out twice"},
		{`"what": "principal, agent"`, `"what": "policy, policy, policy"`, "\"policy\" stands twice", "left out as a chapter, as a field, and once more"},
		{`"features": ["resumes"], "checks": 7`, `"binds": ["action", "agent"]`, ":21: variants[0]: \"agent\" is declared, and the manifest's undeclared[0] says why it is not", "a variant that declares what was left out"},
		{`"undeclared": []`, `"undeclared": [{"what": "resumes", "why": "w", "url": "https://docs.example"}]`, ":22: variants[1].undeclared[0].what: \"resumes\" is declared as well", "a variant that leaves out what was declared"},
		{`"why": "approve() takes nobody's identity", `, ``, ":15: undeclared[0].why: missing", "no reason, and only that is told"},
		{`"says": "keep the messages", `, ``, ":16: duties[0].says: missing", "a duty that says nothing"},
		{`"checks": 20`, `"ci": true, "checks": 20`, ":19: ci: it stands twice", "a member twice"},
	} {
		text := strings.Replace(whole, row.old, row.new, 1)
		if text == whole {
			t.Fatalf("%s: nothing was changed", row.reason)
		}
		_, path := written(t, "mail", text)
		_, err := Read(path)
		if err == nil || !strings.Contains(err.Error(), row.says) || !strings.HasPrefix(err.Error(), path+":") {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}

func TestNamesThatAreNoAdapter(t *testing.T) {
	folder, _ := written(t, "mail", whole)
	for _, row := range []struct{ id, says, reason string }{
		{"mial", "hint: adapter:mail?", "a slip"},
		{"", "probe list adapters", "no name"},
		{"../mail", "probe list adapters", "a path"},
		{"mail/seald", "hint: adapter:mail/sealed?", "a slip in a variant"},
		{"mail/else", "one of sealed, old", "a variant that is like none"},
		{"mail/", "no variant", "an empty variant"},
	} {
		_, err := Find(folder, row.id)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}

// A program that declares something else than its manifest is told what both say.
func TestDifferencesNameBoth(t *testing.T) {
	folder, _ := written(t, "mail", whole)
	s, err := Find(folder, "mail")
	if err != nil {
		t.Fatal(err)
	}
	same := spec.Hello{Gate: spec.Named{Name: "mail", Version: "1.2.3"}, Chapters: []string{"answering", "binding"}, Binds: []string{"action", "arguments"},
		Features: []string{"tamper", "state", "resumes"}, Holds: "client"}
	edit := func(by func(*spec.Hello)) spec.Hello { h := same; by(&h); return h }
	file := filepath.Join(folder, "mail", File)
	declare := "let " + file + " say what the program answers to initialize"
	again := "install again (cd " + filepath.Join(folder, "mail") + " && go build -o bin/adapter .), or correct packages in " + file
	for _, row := range []struct {
		hello              spec.Hello
		what, hint, reason string
	}{
		{same, "", "", "in another order"},
		{edit(func(h *spec.Hello) { h.Gate.Version = "v1.2.3" }), "", "", "with a v"},
		{edit(func(h *spec.Hello) {
			h.Chapters, h.Features, h.Holds = []string{"binding"}, []string{"tamper", "state", "resumes", "forge"}, "server"
		}), "the manifest has answering in chapters, which the program does not declare; the program declares forge in features, which the manifest leaves out; the manifest says that the client holds the pending call, the program that the server does",
			declare, "another declaration"},
		{edit(func(h *spec.Hello) { h.Gate.Version = "1.2" }), "the manifest pins mail 1.2.3, the program says that it is mail 1.2", again, "another version"},
		{edit(func(h *spec.Hello) { h.Gate.Version = "" }), "the manifest pins mail 1.2.3, the program says no version", again, "no version"},
		{edit(func(h *spec.Hello) { h.Gate.Version, h.Binds = "2.0.0", []string{"action"} }),
			"the manifest pins mail 1.2.3, the program says that it is mail 2.0.0; the manifest has arguments in binds, which the program does not declare", again + "; and " + declare, "both"},
	} {
		if what, hint := s.Differs(row.hello); what != row.what || hint != row.hint {
			t.Errorf("%s: got %s; hint: %s", row.reason, what, hint)
		}
	}
	old, err := Find(folder, "mail/old")
	if err != nil {
		t.Fatal(err)
	}
	if what, _ := old.Differs(same); what != "the manifest pins mail 0.9.0, the program says that it is mail 1.2.3" {
		t.Errorf("a variant of an older version: %s", what)
	}
}

// What is neither declared nor left out with a reason is named, once.
func TestWhatIsNotAccountedFor(t *testing.T) {
	_, path := written(t, "mail", whole)
	m, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	words := m.Systems()[0].Unaccounted()
	for word, missing := range map[string]bool{"binding": false, "action": false, "resumes": false, "principal": false, "own-clock": false, "one-use": false,
		"lifecycle": true, "session": true, "hold": true, "policy": true, "batch": true} {
		if slices.Contains(words, word) != missing {
			t.Errorf("%s is missing: %v", word, !missing)
		}
	}
	if slices.Sort(words); len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Errorf("a word stands twice: %v", words)
	}
}

// One manifest that is wrong does not hide the others.
func TestAllThatCanBeRead(t *testing.T) {
	folder, _ := written(t, "mail", whole)
	for name, text := range map[string]string{"half": "{", "nameless": "{}"} {
		path := filepath.Join(folder, name, File)
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := All(folder)
	if len(all) != 1 || all[0].Name != "mail" {
		t.Errorf("read: %v", all)
	}
	for _, says := range []string{filepath.Join(folder, "half", File) + ":1: not JSON", filepath.Join(folder, "nameless", File) + ": name: "} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("it does not say %s: %v", says, err)
		}
	}
}

func TestWhatIsMissingSaysHowToGetIt(t *testing.T) {
	folder, path := written(t, "mail", whole)
	m, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	what, install := m.Missing()
	if want := "cd " + filepath.Join(folder, "mail") + " && go build -o bin/adapter ."; what != "it is not installed, there is no bin/adapter" || install != want {
		t.Errorf("%s: %s", what, install)
	}
	if err := os.Mkdir(filepath.Join(m.Dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.Dir, "bin/adapter"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if what, _ := m.Missing(); what != "" {
		t.Error(what)
	}
}

// Any program may be needed; of those that adapters often need it is known how they are installed.
func TestProgramsThatAreNotThere(t *testing.T) {
	for _, row := range []struct{ need, says, reason string }{
		{"no-such-program-anywhere", "install no-such-program-anywhere, so that it is found in PATH", "any"},
		{"nodee", "or is node meant?", "a slip"},
	} {
		_, path := written(t, "mail", strings.Replace(whole, `"needs": ["go"]`, `"needs": ["`+row.need+`"]`, 1))
		m, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if what, how := m.Missing(); what != row.need+" is not there" || !strings.Contains(how, row.says) {
			t.Errorf("%s: %s: %s", row.reason, what, how)
		}
	}
	if how := HowToGet("npm"); how != "apt-get install nodejs npm" {
		t.Errorf("one that is known: %s", how)
	}
}

func TestTheFolderIsFoundFromBelow(t *testing.T) {
	here, err := Folder(".")
	if err != nil || !strings.HasSuffix(filepath.ToSlash(here), "/impl/adapters") {
		t.Errorf("%s: %v", here, err)
	}
	if _, err := Folder(t.TempDir()); err == nil || !strings.Contains(err.Error(), "hint: ") {
		t.Errorf("outside: %v", err)
	}
}
