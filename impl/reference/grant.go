package reference

import (
	"encoding/json"
	"strconv"
	"strings"

	"sameact/spec"
)

// A grant is a person's always: the same action, declared as it was, with the same material values, for
// the same principal and agent in one runtime session, which is one process's life of a session. It is
// written in the transaction in which the always won, and dies in that of what ends it.

// A MaterialValue is what a declaration says matters of some arguments.
type MaterialValue struct {
	Pointers   []string
	Arguments  json.RawMessage // nil: not resolvable
	Parameters json.RawMessage // as declared
}

// material spells the material values of a call and its steps. Absent, null, the empty text and what a
// default would be are four values.
func material(values []MaterialValue) string {
	var out []byte
	for _, v := range values {
		for _, p := range v.Pointers {
			found, ok := at(v.Arguments, p)
			out = appendText(out, p, true)
			out = appendText(out, string(found), ok)
		}
		out = append(out, ';')
	}
	return string(out)
}

// at is the value at a JSON pointer (RFC 6901) into canonical arguments. What is no pointer stands for
// all of them.
func at(args json.RawMessage, pointer string) (json.RawMessage, bool) {
	if args == nil || pointer == "" || pointer[0] != '/' {
		return args, args != nil
	}
	v := args
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		var ok bool
		if v, ok = member(v, token); !ok {
			return nil, false
		}
	}
	return v, true
}

func member(v json.RawMessage, token string) (json.RawMessage, bool) {
	switch v[0] {
	case '{':
		var members map[string]json.RawMessage
		if json.Unmarshal(v, &members) != nil {
			return nil, false
		}
		out, ok := members[token]
		return out, ok
	case '[':
		var list []json.RawMessage
		i, err := strconv.Atoi(token)
		if err != nil || json.Unmarshal(v, &list) != nil || i < 0 || i >= len(list) || strconv.Itoa(i) != token {
			return nil, false
		}
		return list[i], true
	}
	return nil, false
}

// material are the values that matter of a call, and of its steps.
func (p *pageAct) material() []MaterialValue {
	out := []MaterialValue{{p.Action.Material, p.args, p.Action.Parameters}}
	for _, s := range p.steps {
		if !s.Whole {
			a, _ := p.World.Action("", s.Action)
			out = append(out, MaterialValue{a.Material, s.Arguments, a.Parameters})
		}
	}
	return out
}

// granted reports whether a grant serves a call.
func (g *gate) granted(p *pageAct) (found bool, err error) {
	err = g.tx(func(t *tx) error {
		var id string
		found, err = t.row(g.sql.grantServes, p.params(0, ""), &id)
		return err
	})
	return found, err
}

// die ends grants.
func (g *gate) die(t *tx, d Death, params []any) error {
	g.build.watch.also(t, "Page.Dies["+string(d)+"]", grantDies, params)
	query := g.build.Page.Dies[d]
	if query == "" {
		return nil
	}
	_, err := t.exec(grantDies+query, params...)
	return err
}

// editedGrants ends the grants of this process whose declaration a new world has changed.
func (g *gate) editedGrants(t *tx, w *spec.World) error {
	type grant struct{ id, action string }
	var all []grant
	err := t.rows(grantsAlive, []any{named("runtime", g.runtime)}, func(scan func(...any) error) error {
		var one grant
		err := scan(&one.id, &one.action)
		all = append(all, one)
		return err
	})
	for _, one := range all {
		if err != nil {
			return err
		}
		a, _ := w.Action("", one.action)
		err = g.die(t, DeclarationEdited, []any{named("id", one.id), named("digest", g.build.Page.Digest(w, a))})
	}
	return err
}
