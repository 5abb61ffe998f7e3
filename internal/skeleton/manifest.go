package skeleton

import (
	"slices"

	"sameact/internal/doctor"
	"sameact/spec/law"
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

// An undeclared says why something that could be declared is not.
type undeclared struct {
	What string `json:"what"`
	Why  string `json:"why"`
	URL  string `json:"url"`
}

// page is where documentation stands that nobody has written: the name is reserved (RFC 2606).
const page = "https://docs.example/approvals"

func (l Language) manifest(name string) manifest {
	m := manifest{
		Name: name, System: name, Documentation: page,
		About:    "a stand-in that asks before it runs a tool and holds the call in memory; put the framework in its place",
		Packages: map[string]string{}, Needs: l.Needs, Install: l.Build, Installed: l.Built, Command: l.Command,
		Holds: "server", Chapters: chapters, Binds: binds, Features: features, Duties: []struct{}{},
	}
	if l.Build == nil {
		m.Install, m.Installed = [][]string{}, []string{}
	}
	leftOut := func(known, declared []string, why string) {
		for _, what := range known {
			if !slices.Contains(declared, what) && !slices.ContainsFunc(m.Undeclared, func(u undeclared) bool { return u.What == what }) {
				m.Undeclared = append(m.Undeclared, undeclared{what, why, page})
			}
		}
	}
	leftOut(doctor.Fields, binds, "the stand-in is not told of it")
	leftOut(law.Chapters, chapters, "the stand-in promises nothing of the kind")
	leftOut(doctor.Features, features, "the stand-in has nothing of the kind")
	return m
}
