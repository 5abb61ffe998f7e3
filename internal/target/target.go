// Package target turns what a user writes for a gate into a gate.
package target

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/shlex"

	"sameact/impl/defects"
	"sameact/impl/null"
	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/internal/adapter"
	"sameact/internal/nearest"
	"sameact/spec"
)

// A Resolver makes targets. The limits hold for every program that is started; zero means the usual one.
type Resolver struct {
	Start, Answer, Stop time.Duration
}

// An Unknown is a text that names no target: a mistake of whoever wrote it. Nothing was started.
type Unknown struct {
	Name string
	Why  string
	Hint string // "" where there is nothing to try but what Why says
}

func (e *Unknown) Error() string {
	text := fmt.Sprintf("target %q: %s", e.Name, e.Why)
	if e.Hint != "" {
		text += "; hint: " + e.Hint
	}
	return text
}

// nullLimit is how long a null gate that never answers is waited for. It is ours, and quick.
const nullLimit = time.Second

// Resolve makes the target that a text names:
//
//	reference, reference/resuming   our gate, in both styles
//	reference/whole                 the second style, a turn at a time
//	defect:SLUG                     our gate with one promise broken
//	null:NAME                       a gate that decides nothing
//	exec:COMMAND LINE               a program; words are split as a shell does, and no shell runs
//	adapter:NAME[/VARIANT]          a real system behind its adapter, in impl/adapters
//	a path to an adapter.json,
//	or to its folder                the same, wherever it stands
//
// A text that is none of these is an *Unknown. Any other error is a fault of the program, a *spec.Fault
// where it can be told.
func (r Resolver) Resolve(name string) (spec.Target, error) {
	if line, ok := strings.CutPrefix(name, "exec:"); ok {
		return r.command(name, line)
	}
	if slug, ok := strings.CutPrefix(name, "null:"); ok {
		if g, ok := null.Find(slug); ok && g.Target == nil {
			return r.itself(name)
		}
	}
	if IsAdapter(name) {
		return r.adapter(name)
	}
	return builtIn(name, besides)
}

// besides is how long our gate waits for a store that another process holds, when it works inside this one: there
// only the harness holds it, and does not let go.
const besides = 25 * time.Millisecond

// builtIn finds a target that needs no program. It waits so long for a store that another process holds, 0 for the
// usual time.
func builtIn(name string, patience time.Duration) (spec.FolderTarget, error) {
	ours := func(b reference.Build) (spec.FolderTarget, error) {
		b.Patience = patience
		return reference.New(b), nil
	}
	kind, slug, named := strings.Cut(name, ":")
	switch {
	case kind == "reference" && !named:
		return ours(reference.Obeying(reference.RePresent))
	case name == "reference/resuming":
		return ours(reference.Obeying(reference.Resuming))
	case name == "reference/whole":
		return ours(reference.Obeying(reference.Whole))
	case kind == "defect" && named:
		if d, ok := defects.Find(slug); ok {
			return ours(d.Build())
		}
		return nil, &Unknown{name, "no such defect", hint("defect:", slug, Slugs(), "probe list defects")}
	case kind == "null" && named:
		if g, ok := null.Find(slug); ok {
			return g.Target, nil
		}
		return nil, &Unknown{name, "no such null gate", hint("null:", slug, nulls(), "one of "+strings.Join(nulls(), ", "))}
	}
	if isFolder(name) {
		return nil, &Unknown{name, "the folder holds no " + adapter.File, "probe new adapter begins one; 'exec:COMMAND LINE' judges any program"}
	}
	return nil, &Unknown{name, "no such target", hint("", name, append(Names(), adapters()...), "reference, reference/resuming, reference/whole, defect:SLUG, null:NAME, adapter:NAME or 'exec:COMMAND LINE'")}
}

func hint(prefix, word string, known []string, otherwise string) string {
	if near := nearest.To(word, known); near != "" {
		return prefix + near + "?"
	}
	return otherwise
}

// ofAShell are words that mean something to a shell alone.
var ofAShell = regexp.MustCompile(`^(\|\|?|&&?|;|[0-9]?(<|>).*)$`)

func (r Resolver) command(name, line string) (spec.Target, error) {
	argv, err := shlex.Split(line)
	if err != nil {
		return nil, &Unknown{name, fmt.Sprintf("the command line cannot be split into words: %v", err), "quote words as in a shell: 'exec:node \"my gate.js\"'"}
	}
	if len(argv) == 0 {
		return nil, &Unknown{name, "no command after exec:", "'exec:node my-gate.js'"}
	}
	if set, _, ok := strings.Cut(argv[0], "="); ok && !strings.Contains(set, "/") {
		return nil, &Unknown{name, fmt.Sprintf("no shell reads this line, so %s sets nothing", argv[0]), "'exec:env " + line + "'"}
	}
	if i := slices.IndexFunc(argv, ofAShell.MatchString); i >= 0 {
		return nil, &Unknown{name, fmt.Sprintf("no shell reads this line, so %s would be a word like any other", argv[i]), "one that does: 'exec:sh -c \"…\"'"}
	}
	return r.program(name, argv, remote.Options{AnswerLimit: r.Answer})
}

// program starts a command line. One that cannot be started is an *Unknown.
func (r Resolver) program(name string, argv []string, o remote.Options) (spec.Target, error) {
	o.StartLimit, o.StopLimit = r.Start, r.Stop
	t, err := remote.Command(argv, o)
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, &Unknown{name, fmt.Sprintf("the program cannot be started: %v", err), "is " + argv[0] + " there, and may it be executed?"}
	}
	return t, err
}

// itself runs this very program as the gate, for null gates that can only be processes.
func (r Resolver) itself(name string) (spec.Target, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("%s runs this program again, whose file is not known: %w", name, err)
	}
	shortest := func(d time.Duration) time.Duration {
		if d > 0 && d < nullLimit {
			return d
		}
		return nullLimit
	}
	return remote.Command([]string{self, "gate", name}, remote.Options{StartLimit: shortest(r.Start), AnswerLimit: shortest(r.Answer), StopLimit: shortest(r.Stop)})
}

// Processes is a target as a program: one of ours is served by this very program, any other is one already. It is nil
// where the target goes on in no other process.
func (r Resolver) Processes(name string, t spec.Target) (spec.Target, error) {
	if !t.Hello().Has("durable") {
		return nil, nil
	}
	if !strings.HasPrefix(name, "reference") && !strings.HasPrefix(name, "defect:") {
		return t, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("stories about processes run this program again, whose file is not known: %w", err)
	}
	return remote.Command([]string{self, "gate", name}, remote.Options{StartLimit: r.Start, AnswerLimit: r.Answer, StopLimit: r.Stop})
}

// Slugs are those of all defects.
func Slugs() (out []string) {
	for _, d := range defects.All {
		out = append(out, d.Slug)
	}
	return out
}

func nulls() (out []string) {
	for _, g := range null.All {
		out = append(out, g.Slug)
	}
	return out
}

// A Name is a target that needs no words of the user's.
type Name struct{ Name, About string }

// Known lists every target that can be named without a command line.
func Known() []Name {
	out := []Name{
		{"reference", "the gate that obeys; an approved act is presented again"},
		{"reference/resuming", "the same gate; the yes runs the act that the client holds"},
		{"reference/whole", "the same; a turn's questions are answered together, one turn at a time"},
	}
	for _, g := range null.All {
		out = append(out, Name{"null:" + g.Slug, g.About})
	}
	for _, d := range defects.All {
		out = append(out, Name{"defect:" + d.Slug, d.About})
	}
	return out
}

// Names are the names of Known.
func Names() (out []string) {
	for _, n := range Known() {
		out = append(out, n.Name)
	}
	return out
}
