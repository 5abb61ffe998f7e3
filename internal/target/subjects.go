package target

import (
	"sameact/impl/defects"
	"sameact/impl/null"
	"sameact/internal/prove"
	"sameact/spec"
)

// Subjects are the gates that a proof is made of.
func Subjects() prove.Subjects {
	subject := func(name string) prove.Subject {
		return prove.Subject{ID: name, Open: func() (spec.Target, error) { return Resolver{}.Resolve(name) }}
	}
	s := prove.Subjects{References: []prove.Subject{subject("reference"), subject("reference/resuming")}}
	for _, d := range defects.All {
		x := subject("defect:" + d.Slug)
		x.ID, x.Breaks = d.Slug, d.Breaks
		s.Defects = append(s.Defects, x)
	}
	for _, g := range null.All {
		x := subject("null:" + g.Slug)
		x.ID = g.Slug
		s.Nulls = append(s.Nulls, x)
	}
	return s
}
