// Package corpus holds the cases: short stories and recorded histories in the shared notation, one
// in a file, corpus/<clause>/<what-happens>.case. The files are plain text that any language can
// read; this package embeds and parses them and judges nothing.
//
// Adding a case is adding a file to the folder of the clause that it is about. There is no list to
// edit. Where the cases come from stands in sources.json, what did not become one in NOT-CASES.md.
package corpus

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sameact/spec"
)

//go:embed */*.case
var files embed.FS

// An Entry is one case and where it stands.
type Entry struct {
	Path   string // below the corpus folder: same-arguments/cc-added.case
	Clause string // the slug of the clause that it is about, the name of its folder
	Case   spec.Case
}

// A FileError says which file is no case, and why. Line is 0 where the file as a whole is meant.
type FileError struct {
	Path string
	Line int
	Key  string
	Err  error
}

func (e *FileError) Error() string {
	where := e.Path
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	if e.Key != "" {
		where += ": " + e.Key
	}
	return where + ": " + e.Err.Error()
}

func (e *FileError) Unwrap() error { return e.Err }

// All reads every embedded case, in the order of the paths. The error joins one *FileError for each
// file that is no case; the entries that could be read are returned with it.
func All() ([]Entry, error) { return Load(files) }

// Load reads the cases of a folder that is laid out like this one.
func Load(fsys fs.FS) ([]Entry, error) {
	paths, err := fs.Glob(fsys, "*/*.case")
	if err != nil {
		return nil, err
	}
	var out []Entry
	var wrong []error
	for _, p := range paths {
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			wrong = append(wrong, &FileError{Path: p, Err: err})
			continue
		}
		e, err := Parse(p, string(text))
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		out = append(out, e)
	}
	return out, errors.Join(wrong...)
}

// Parse reads one case from the text of the file at a path below the corpus folder. A case that
// stands in the folder of another clause is an error, and so is a name that is a number or has
// anything but a-z, 0-9 and - in it: a case is named by what happens. Every error is a *FileError.
func Parse(p, text string) (Entry, error) {
	name := strings.TrimSuffix(path.Base(p), ".case")
	if !validName(name) {
		return Entry{}, &FileError{Path: p, Err: fmt.Errorf("%q is no name of a case; hint: words that say what happens, as in cc-added", name)}
	}
	c, err := spec.ParseCase(name, text)
	if err != nil {
		var at *spec.NotationError
		if errors.As(err, &at) {
			return Entry{}, &FileError{p, at.Line, at.Key, at.Err}
		}
		return Entry{}, &FileError{Path: p, Err: err}
	}
	if folder := path.Base(path.Dir(p)); folder != c.About {
		return Entry{}, &FileError{p, lineOf(text, "about:"), "about", fmt.Errorf("the case is about %q and stands in the folder of %q", c.About, folder)}
	}
	return Entry{p, c.About, c}, nil
}

func lineOf(text, header string) int {
	before, _, _ := strings.Cut("\n"+text, "\n"+header)
	return 1 + strings.Count(before, "\n")
}

func validName(name string) bool {
	letters := false
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z':
			letters = true
		case r >= '0' && r <= '9' || r == '-':
		default:
			return false
		}
	}
	return letters && name[0] >= 'a' && name[0] <= 'z'
}
