package doctor

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"sameact/spec"
)

// onPageOnly reports whether a gate has the page path alone, so that a call with a connector says nothing about it.
func onPageOnly(h spec.Hello) bool {
	connected := []string{"binding", "lifecycle", "policy", "preview", "answering", "resume"}
	return slices.ContainsFunc([]string{"confirm", "composite", "handoff"}, func(c string) bool { return slices.Contains(h.Chapters, c) }) &&
		!slices.ContainsFunc(connected, func(c string) bool { return slices.Contains(h.Chapters, c) })
}

// pageWorld is a world with one dangerous action on the page.
func pageWorld() spec.World {
	w := spec.DefaultWorld()
	w.Actions = append(w.Actions, spec.Action{ID: pageCall().Action, Description: "Send an email", Scope: "write", Curated: true, Risk: "danger"})
	return w
}

func pageCall() spec.Call {
	c := spec.DefaultCall(spec.PagePrefix + "send")
	c.Args = spec.JSONArgs(arguments)
	return c
}

// The host has a page on which nothing is expected and nothing stands.
var _ spec.Page = (*host)(nil)

func (*host) Expect(string, json.RawMessage) (bool, error) { return false, nil }

func (*host) Resolve(ref string) (json.RawMessage, error) {
	return nil, errors.New("nothing on this page is called " + strings.ToValidUTF8(ref, "?"))
}

func (*host) Observe(spec.Observation) error { return nil }
