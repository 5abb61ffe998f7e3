package skeleton

import (
	"slices"
	"strings"

	"sameact/internal/doctor"
)

// What the stand-in keeps, and so what every skeleton declares.
var (
	chapters = []string{"binding", "lifecycle", "answering", "said-is-done", "lost-reply-is-unknown", "no-blind-retry"}
	binds    = []string{"action", "arguments"}
	features = []string{"resumes", "several", "question"}
)

// A manifest is adapter.json of a new adapter.
type manifest struct {
	Name          string            `json:"name"`
	System        string            `json:"system"`
	About         string            `json:"about"`
	Documentation string            `json:"documentation"`
	Packages      map[string]string `json:"packages"`
	Needs         []string          `json:"needs"`
	Install       [][]string        `json:"install"`
	Installed     []string          `json:"installed"`
	Command       []string          `json:"command"`
	Holds         string            `json:"holds"`
	Chapters      []string          `json:"chapters"`
	Binds         []string          `json:"binds"`
	Features      []string          `json:"features"`
	Undeclared    []undeclared      `json:"undeclared"`
	Duties        []struct{}        `json:"duties"`
}

// An undeclared says why what could be declared is not.
type undeclared struct {
	What string `json:"what"` // words with commas between them
	Why  string `json:"why"`
	URL  string `json:"url"`
}

// page is where documentation stands that nobody has written: the name is reserved (RFC 2606).
const page = "https://docs.example/approvals"

func (l Language) manifest(name string) manifest {
	m := manifest{
		Name: name, System: name, Documentation: page,
		About:    "a stand-in that asks before it runs a tool and holds the call in memory; put the framework in its place",
		Packages: map[string]string{"stand-in": "0.0.0"}, Needs: l.Needs, Install: l.Install, Installed: l.Installed, Command: l.Command,
		Holds: "server", Chapters: chapters, Binds: binds, Features: features, Duties: []struct{}{},
	}
	leftOut := func(known, declared []string, why string) {
		rest := slices.DeleteFunc(known, func(w string) bool { return slices.Contains(declared, w) })
		m.Undeclared = append(m.Undeclared, undeclared{strings.Join(rest, ", "), why, page})
	}
	allChapters, allBinds, allFeatures := doctor.Declarable()
	leftOut(allBinds, binds, "the stand-in is not told of it")
	leftOut(allChapters, chapters, "the stand-in promises nothing of the kind")
	leftOut(allFeatures, features, "the stand-in has nothing of the kind")
	return m
}
