package reference

import (
	"slices"
	"strings"
)

// A Guard is one named condition of a state change: SQL over the record and the named parameters of
// store.go. Code is what a refusal says when this is the first guard that does not hold.
type Guard struct {
	Name string
	SQL  string
	Code string
}

// Guards are the conditions of one state change, in the order in which a refusal names them.
type Guards []Guard

// Without is the list lacking some guards. It panics on a name that is not there: a defect that drops
// nothing is a mistake.
func (g Guards) Without(names ...string) Guards {
	out := slices.Clone(g)
	for _, n := range names {
		i := out.index(n)
		out = slices.Delete(out, i, i+1)
	}
	return out
}

// With is the list with another condition under a guard's name, or with a guard more.
func (g Guards) With(name, sql string) Guards {
	out := slices.Clone(g)
	if i := indexOf(out, name); i >= 0 {
		out[i].SQL = sql
		return out
	}
	return append(out, Guard{name, sql, "approval_invalid"})
}

func (g Guards) index(name string) int {
	i := indexOf(g, name)
	if i < 0 {
		panic("reference: no guard " + name)
	}
	return i
}

func indexOf(g Guards, name string) int {
	return slices.IndexFunc(g, func(x Guard) bool { return x.Name == name })
}

// where joins the conditions for an UPDATE.
func (g Guards) where() string {
	var b strings.Builder
	for _, c := range g {
		b.WriteString(" AND (")
		b.WriteString(c.SQL)
		b.WriteString(")")
	}
	return b.String()
}

// first is an expression that names the first condition that does not hold, or ”.
func (g Guards) first() string {
	if len(g) == 0 {
		return "''"
	}
	var b strings.Builder
	b.WriteString("CASE")
	for _, c := range g {
		b.WriteString(" WHEN (" + c.SQL + ") IS NOT TRUE THEN '" + c.Name + "'")
	}
	b.WriteString(" ELSE '' END")
	return b.String()
}

func (g Guards) code(name string) string {
	for _, c := range g {
		if c.Name == name {
			return c.Code
		}
	}
	return ""
}
