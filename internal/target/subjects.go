package target

import (
	"sameact/impl/defects"
	"sameact/impl/null"
	"sameact/impl/reference"
	"sameact/internal/prove"
	"sameact/spec"
)

// Subjects are the gates that a proof is made of.
func Subjects() prove.Subjects {
	subject := func(name string) prove.Subject {
		return prove.Subject{ID: name, Open: func() (spec.Target, error) { return Resolver{}.Resolve(name) }}
	}
	var s prove.Subjects
	of := map[reference.Style]string{reference.RePresent: "reference", reference.Resuming: "reference/resuming", reference.Whole: "reference/whole"}
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming, reference.Whole} {
		x := subject(of[style])
		x.Watched = func(tell func(string)) spec.Target { return defects.Watched(style, tell) }
		s.References = append(s.References, x)
	}
	for _, d := range defects.All {
		x := subject("defect:" + d.Slug)
		x.ID, x.Breaks, x.Of = d.Slug, d.Breaks, of[d.Style]
		s.Defects = append(s.Defects, x)
	}
	for _, g := range null.All {
		x := subject("null:" + g.Slug)
		x.ID = g.Slug
		s.Nulls = append(s.Nulls, x)
	}
	return s
}
