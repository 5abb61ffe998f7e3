package reference

import (
	"context"
	"reflect"
	"strings"
)

// rephrased finds the composed statements that another build words otherwise.
func (w *watch) rephrased(here, there statements, build int) {
	a, b := reflect.ValueOf(here), reflect.ValueOf(there)
	for _, f := range reflect.VisibleFields(a.Type()) {
		if f.Anonymous {
			continue
		}
		if ours, theirs := a.FieldByIndex(f.Index).String(), b.FieldByIndex(f.Index).String(); ours != theirs {
			w.at[ours] = append(w.at[ours], other{build, theirs})
		}
	}
}

// byAddress is how a statement begins its condition that changes at most one record.
const byAddress = " WHERE id = :"

// exec tries a statement as the others have it before it is run: they do otherwise where it changes more, or less.
func (w *watch) exec(t *tx, query string, args []any) {
	others := w.open(query)
	if len(others) == 0 {
		return
	}
	own, sure := t.try(query, args)
	sure = sure && strings.Contains(query, byAddress)
	w.compare(others, func(text string) bool {
		changed, ok := t.try(text, args)
		return sure && ok && changed == own
	})
}

// also tries what others run at a moment at which this build runs nothing.
func (w *watch) also(t *tx, path, prefix string, args []any) {
	if w == nil {
		return
	}
	w.compare(w.open(path), func(text string) bool {
		if text == "" {
			return false
		}
		if strings.HasPrefix(text, "CREATE TABLE") {
			return true // no statement of this build reads it; one of theirs fails here, where there is none
		}
		changed, ok := t.try(prefix+text, args)
		return ok && changed == 0
	})
}

// read asks a query as the others have it.
func (w *watch) read(t *tx, query string, args []any) {
	others := w.open(query)
	if len(others) == 0 {
		return
	}
	own, err := t.all(query, args)
	w.compare(others, func(text string) bool {
		theirs, bad := t.all(text, args)
		return err == nil && bad == nil && reflect.DeepEqual(own, theirs)
	})
}

// open are the others with another text that were not told of yet.
func (w *watch) open(at string) (out []other) {
	for _, o := range w.at[at] {
		if !w.departed(o.build) {
			out = append(out, o)
		}
	}
	return out
}

// compare tells of the others whose text is not the same; each text is looked at once.
func (w *watch) compare(others []other, same func(text string) bool) {
	known := map[string]bool{}
	for _, o := range others {
		ok, looked := known[o.text]
		if !looked {
			ok = same(o.text)
			known[o.text] = ok
		}
		if !ok {
			w.departs(o.build)
		}
	}
}

// try runs a statement and takes it back. It is not sure in a folder, where what was written counts.
func (t *tx) try(query string, args []any) (changed int64, sure bool) {
	if t.s.path != "" {
		return 0, false
	}
	conn, ctx := t.s.conn, context.Background()
	if _, err := conn.ExecContext(ctx, `SAVEPOINT try`); err != nil {
		return 0, false
	}
	defer func() {
		_, undone := conn.ExecContext(ctx, `ROLLBACK TO try`)
		_, over := conn.ExecContext(ctx, `RELEASE try`)
		sure = sure && undone == nil && over == nil
	}()
	p, err := t.statement(query)
	if err != nil {
		return 0, false
	}
	r, err := p.Exec(args...)
	if err != nil {
		return 0, false
	}
	changed, err = r.RowsAffected()
	return changed, err == nil
}

// all reads every row of a query.
func (t *tx) all(query string, args []any) (out [][]any, err error) {
	p, err := t.statement(query)
	if err != nil {
		return nil, err
	}
	rows, err := p.Query(args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
