// Package defects holds the reference with one promise broken at a time. A defect is one declaration in
// its chapter's file: the mistake in words, the clauses that it breaks, and the entry of the build that
// it takes away or replaces. What it breaks is written down before it is run, and is exact: a proof
// fails when the law sees less, and when it sees more.
package defects

import (
	"slices"

	"sameact/impl/reference"
	"sameact/spec"
)

// A Defect is one mistake that somebody could make.
type Defect struct {
	Slug   string
	About  string   // the mistake, in words
	Breaks []string // slugs of the clauses, exactly these
	Reason string   // why there are more than three
	Style  reference.Style
	Apply  func(*reference.Build)
}

// All are the defects, a chapter after another.
var All = slices.Concat(binding, arguments, spelling, lifecycle, policy, preview, answering, resume, outcome, confirm, composite, handoff,
	durability, restarting, storage, held, running, deep)

// chapter gives the defects of one file their default, the style in which the act is presented again.
func chapter(list ...Defect) []*Defect {
	out := make([]*Defect, len(list))
	for i := range list {
		if list[i].Style == "" {
			list[i].Style = reference.RePresent
		}
		out[i] = &list[i]
	}
	return out
}

// Find finds a defect by slug.
func Find(slug string) (*Defect, bool) {
	for _, d := range All {
		if d.Slug == slug {
			return d, true
		}
	}
	return nil, false
}

// Build is the obeying build with the mistake in it.
func (d *Defect) Build() reference.Build {
	b := reference.Obeying(d.Style)
	b.Name = "defect:" + d.Slug
	d.Apply(&b)
	return b
}

// Watched is the gate that obeys, in one style, telling which defects of that style might do otherwise in what it
// is played.
func Watched(style reference.Style, tell func(slug string)) spec.FolderTarget {
	obeys := reference.Obeying(style)
	var builds []reference.Build
	var slugs []string
	for _, d := range All {
		if d.Style == style {
			b := obeys.Copy()
			d.Apply(&b)
			builds, slugs = append(builds, b), append(slugs, d.Slug)
		}
	}
	return reference.Watched(obeys, builds, func(i int) { tell(slugs[i]) })
}

// Target is the gate with the mistake in it.
func (d *Defect) Target() spec.FolderTarget { return reference.New(d.Build()) }
