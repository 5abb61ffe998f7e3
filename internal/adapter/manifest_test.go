package adapter

import (
	"os"
	"path/filepath"
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
		{`"mail": "1.2.3"`, `"mail": "^1.2.3"`, "is not exact", "a range of versions"},
		{`"needs": ["go"]`, `"needs": ["deno"]`, "one of go, node, npm", "a program that nobody installs"},
		{`"installed": ["bin/adapter"]`, `"installed": ["../adapter"]`, "does not stay in the folder", "a file elsewhere"},
		{`"command": ["bin/adapter", "--plain"]`, `"command": []`, "command: missing", "nothing to start"},
		{`"holds": "client"`, `"holds": "me"`, "client or server", "held by nobody"},
		{`"chapters": ["binding"`, `"chapters": ["bindings"`, "binding?", "a chapter that is none"},
		{`"features": ["resumes"]`, `"features": ["resume"]`, "variants[0].chapters, binds, features", "a feature that is none"},
		{`"what": "principal, agent"`, `"what": "principle"`, "principal?", "left out what cannot be declared"},
		{`"url": "https://docs.example/approve"`, `"url": "http://docs.example/approve"`, "an https url", "an address without a lock"},
		{`"clause": "same-arguments"`, `"clause": "same-argument"`, "same-arguments?", "a duty about no clause"},
		{`"answerLimit": "8s"`, `"answerLimit": "8"`, "is no time", "a limit without its unit"},
		{`"checks": 20`, `"checks": 0`, "a number from 1", "no histories"},
		{`"args": ["--old"], "packages": {"mail": "0.9.0"},`, ``, "so that it is a variant", "a variant that is started alike"},
		{`"name": "old"`, `"name": "sealed"`, "stands twice", "two variants of one name"},
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
	same := spec.Hello{Chapters: []string{"answering", "binding"}, Binds: []string{"action", "arguments"}, Features: []string{"tamper", "state", "resumes"}, Holds: "client"}
	if why := s.Differs(same); why != "" {
		t.Errorf("in another order: %s", why)
	}
	other := same
	other.Chapters, other.Features, other.Holds = []string{"binding"}, append(other.Features, "forge"), "server"
	want := "the manifest has answering in chapters, which the program does not declare; the program declares forge in features, which the manifest leaves out; the manifest says that the client holds the pending call, the program that the server does"
	if why := s.Differs(other); why != want {
		t.Errorf("got %s", why)
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

func TestTheFolderIsFoundFromBelow(t *testing.T) {
	here, err := Folder(".")
	if err != nil || !strings.HasSuffix(filepath.ToSlash(here), "/impl/adapters") {
		t.Errorf("%s: %v", here, err)
	}
	if _, err := Folder(t.TempDir()); err == nil || !strings.Contains(err.Error(), "hint: ") {
		t.Errorf("outside: %v", err)
	}
}
