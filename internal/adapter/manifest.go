// Package adapter reads the manifests of adapters (impl/adapters/NAME/adapter.json): what real system an adapter puts
// under test, how it is installed and started, and what it declares. It starts nothing but what installs.
package adapter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sameact/internal/nearest"
)

// File is the name of a manifest in its adapter's folder.
const File = "adapter.json"

// A Manifest is one adapter.json, checked. What it says of the system holds for its variants where they say nothing else.
type Manifest struct {
	Name      string     `json:"name"`   // the folder's
	System    string     `json:"system"` // what people call it
	About     string     `json:"about"`  // how approval works there, who holds the pending call
	Needs     []string   `json:"needs"`  // programs that have to be there
	Install   [][]string `json:"install"`
	Installed []string   `json:"installed"` // files that are there once it is installed
	Command   []string   `json:"command"`
	Said
	Variants []Variant `json:"variants"`

	Dir string `json:"-"` // the adapter's folder, absolute
}

// Said is what a manifest says of the system and a variant may say otherwise. Nil and empty texts say nothing.
type Said struct {
	Documentation string            `json:"documentation"` // the page about approvals
	Packages      map[string]string `json:"packages"`      // name: exact version
	Holds         string            `json:"holds"`         // client or server: who holds the pending call
	Chapters      []string          `json:"chapters"`
	Binds         []string          `json:"binds"`
	Features      []string          `json:"features"`
	Undeclared    []Undeclared      `json:"undeclared"`
	Duties        []Note            `json:"duties"`      // where the documentation makes it the caller's business
	Tracked       []Note            `json:"tracked"`     // where the makers follow it: an issue, a change, the notes of a release
	AnswerLimit   string            `json:"answerLimit"` // "5s"
	Checks        *int              `json:"checks"`
	Sparing       *bool             `json:"sparing"`
	CI            *bool             `json:"ci"`
	Control       *bool             `json:"control"`
}

// A Variant is the same program started otherwise.
type Variant struct {
	Name  string   `json:"name"`
	About string   `json:"about"`
	Args  []string `json:"args"` // appended to the command
	Said
}

// An Undeclared says why words of a declaration are left out, and where that can be read.
type Undeclared struct {
	What string `json:"what"` // a bindable field, chapter, clause or feature, or several with commas between them
	Why  string `json:"why"`
	URL  string `json:"url"`
}

// Words are the words that an entry is about.
func (u Undeclared) Words() []string {
	return strings.FieldsFunc(u.What, func(r rune) bool { return r == ',' || r == ' ' })
}

// A Note is what is said somewhere of something that a clause is about.
type Note struct {
	Clause string `json:"clause"`
	Says   string `json:"says"`
	URL    string `json:"url"`
}

// Read reads and checks a manifest. Every error names the file, the place in it and what to do.
func Read(path string) (*Manifest, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(text, m, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("%s%s", path, unreadable(text, err))
	}
	if m.Dir, err = filepath.Abs(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if w := m.check(); w != nil {
		return nil, fmt.Errorf("%s%s: %s: %s", path, where(text, w.at), place(w.at), w.why)
	}
	return m, nil
}

// unreadable says where a text is no manifest, and what was probably meant.
func unreadable(text []byte, err error) string {
	var wrong *json.SemanticError
	var broken *jsontext.SyntacticError
	switch {
	case errors.As(err, &wrong) && errors.Is(err, json.ErrUnknownName):
		at := wrong.JSONPointer
		known := members(at.Parent())
		hint := "one of " + strings.Join(known, ", ")
		if near := nearest.To(at.LastToken(), known); near != "" {
			hint = near + "?"
		}
		return fmt.Sprintf(":%d: %s: no such member; hint: %s", lineOf(text, wrong.ByteOffset), place(at), hint)
	case errors.As(err, &wrong):
		return fmt.Sprintf(":%d: %s: it cannot be %s; hint: see the manifests beside it", lineOf(text, wrong.ByteOffset), place(wrong.JSONPointer), kindName(wrong.JSONKind))
	case errors.As(err, &broken) && errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Sprintf(":%d: %s: it stands twice; hint: leave one of them", lineOf(text, broken.ByteOffset), place(broken.JSONPointer))
	case errors.As(err, &broken):
		return fmt.Sprintf(":%d: not JSON: %v", lineOf(text, broken.ByteOffset), broken.Err)
	}
	return ": " + err.Error()
}

func kindName(k jsontext.Kind) string {
	return map[jsontext.Kind]string{'{': "an object", '[': "a list", '"': "a text", '0': "a number", 't': "true", 'f': "false", 'n': "null"}[k]
}

// members are what an object at a place of a manifest may have.
func members(at jsontext.Pointer) []string {
	var path []string
	for token := range at.Tokens() {
		path = append(path, token)
	}
	switch {
	case len(path) < 2:
		return tags(reflect.TypeFor[Manifest]())
	case path[len(path)-2] == "variants":
		return tags(reflect.TypeFor[Variant]())
	case path[len(path)-2] == "duties" || path[len(path)-2] == "tracked":
		return tags(reflect.TypeFor[Note]())
	}
	return tags(reflect.TypeFor[Undeclared]())
}

// tags are the JSON names of a struct's fields, those of embedded structs among them.
func tags(t reflect.Type) (out []string) {
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("json"); name != "" && name != "-" {
			out = append(out, name)
		}
	}
	return out
}
