// Package skeleton writes the beginning of an adapter: a folder that works as it is, with a stand-in where the
// framework goes. It needs nothing of this repository.
package skeleton

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed all:templates
var templates embed.FS

// A Language is one in which an adapter can be begun.
type Language struct {
	Name      string
	Program   string     // the file in which the framework goes
	Files     []About    // what is written besides the manifest
	Needs     []string   // programs that have to be there
	Install   [][]string // command lines, in order
	Installed []string   // files that are there then
	Built     bool       // there is nothing to start before it is installed
	Command   []string
}

// An About is a file with what it is.
type About struct{ Name, About string }

// Languages in the order of their names.
var Languages = []Language{
	{
		Name: "go", Program: "main.go",
		Files: []About{{"main.go", "the adapter"}, {"wire.go", "the protocol; leave it"}, {"go.mod", "where the framework is pinned"}, {".gitignore", "what is built"}},
		Needs: []string{"go"}, Install: [][]string{{"go", "build", "-o", "bin/adapter", "."}}, Installed: []string{"bin/adapter"}, Built: true,
		Command: []string{"bin/adapter"},
	},
	{
		Name: "node", Program: "adapter.mjs",
		Files: []About{{"adapter.mjs", "the adapter"}, {"wire.mjs", "the protocol; leave it"}, {"package.json", "where the framework is pinned"}, {".gitignore", "what is installed"}},
		Needs: []string{"node", "npm"}, Install: [][]string{{"npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"}}, Installed: []string{"package.json"},
		Command: []string{"node", "adapter.mjs"},
	},
	{
		Name: "python", Program: "adapter.py",
		Files: []About{{"adapter.py", "the adapter"}, {"wire.py", "the protocol; leave it"}, {"requirements.txt", "where the framework is pinned"}},
		Needs: []string{"python3"}, Install: [][]string{{"python3", "-m", "pip", "install", "-r", "requirements.txt"}}, Installed: []string{"requirements.txt"},
		Command: []string{"python3", "adapter.py"},
	},
}

// Find finds a language by its name.
func Find(name string) (Language, bool) {
	i := slices.IndexFunc(Languages, func(l Language) bool { return l.Name == name })
	if i < 0 {
		return Language{}, false
	}
	return Languages[i], true
}

// ErrOccupied says that there is something where a folder was to be written.
var ErrOccupied = errors.New("the folder exists and is not empty")

// A Misnamed folder cannot give its name to an adapter.
type Misnamed struct{ Name, Better string }

func (e *Misnamed) Error() string {
	return fmt.Sprintf("an adapter has its folder's name, and %q is none", e.Name)
}

// Write writes a skeleton into a folder that is empty or not there, and gives the names of its files. Where something
// is in the way or the folder's name is no adapter's, nothing is written, and the error is an ErrOccupied or a *Misnamed.
func Write(dir string, l Language) ([]string, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(whole)
	if better := slug(name); better != name {
		return nil, &Misnamed{name, better}
	}
	if err := vacant(whole); err != nil {
		return nil, err
	}
	files, err := l.files(name)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(whole, 0o777); err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(whole, f.name), f.text, 0o666); err != nil {
			return names, err
		}
		names = append(names, f.name)
	}
	return names, nil
}

func vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", ErrOccupied, err)
	case len(entries) > 0:
		return fmt.Errorf("%w: it has %s", ErrOccupied, entries[0].Name())
	}
	return nil
}

var unfit = regexp.MustCompile(`[^a-z0-9]+`)

// slug makes a word that adapters, packages and modules can have as a name.
func slug(name string) string {
	if s := strings.Trim(unfit.ReplaceAllString(strings.ToLower(name), "-"), "-"); s != "" {
		return s
	}
	return "adapter"
}

type file struct {
	name string
	text []byte
}

// files makes what is written, the manifest first.
func (l Language) files(name string) ([]file, error) {
	manifest, err := json.MarshalIndent(l.manifest(name), "", "  ")
	if err != nil {
		return nil, err
	}
	out := []file{{"adapter.json", append(manifest, '\n')}}
	for _, f := range append(slices.Clone(l.Files), About{Name: "README.md"}) {
		text, err := l.text(f.Name, name)
		if err != nil {
			return nil, err
		}
		out = append(out, file{f.Name, text})
	}
	return out, nil
}

// text is a template that is filled in. A template's name ends in .txt where a tool would take it for its own.
func (l Language) text(name, adapter string) ([]byte, error) {
	from := path.Join("templates", l.Name, name)
	if name == "README.md" {
		from = "templates/README.md"
	}
	raw, err := templates.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		raw, err = templates.ReadFile(from + ".txt")
	}
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Option("missingkey=error").Parse(string(raw))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"Name": adapter, "Quoted": quoted(l, adapter), "Program": l.Program,
		"Chapters": quoted(l, chapters...), "Binds": quoted(l, binds...), "Features": quoted(l, features...),
		"Next": strings.Join(l.Next("adapter.json"), "\n"), "Files": append([]About{{"adapter.json", "the manifest: what the adapter is, needs and declares"}}, l.Files...),
	})
	return out.Bytes(), err
}

// quoted writes words as the language has them, one as a text and several as a list.
func quoted(l Language, words ...string) string {
	var list []string
	for _, w := range words {
		if q := fmt.Sprintf("%q", w); l.Name == "node" {
			list = append(list, "'"+w+"'")
		} else {
			list = append(list, q)
		}
	}
	text := strings.Join(list, ", ")
	switch {
	case len(words) == 1:
		return text
	case l.Name == "go":
		return "{" + text + "}"
	}
	return "[" + text + "]"
}

// Next are the commands with which to go on, for a manifest at a path.
func (l Language) Next(manifest string) (out []string) {
	for _, line := range l.Install {
		if command := strings.Join(line, " "); l.Built {
			out = append(out, inside(filepath.Dir(manifest), command))
		}
	}
	return append(out, "probe doctor "+shell(manifest), "probe run "+shell(manifest))
}

// inside is a command in a folder.
func inside(dir, command string) string {
	if dir == "." {
		return command
	}
	return "(cd " + shell(dir) + " && " + command + ")"
}

var plain = regexp.MustCompile(`^[\w./:=,@+-]+$`)

// shell writes a word as a shell reads it back.
func shell(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
