package reference

import (
	"database/sql"

	"sameact/spec"
)

// resume wakes a wait, if it is the one named and still open: its transcript and version, its principal
// and agent. It gives no permission; the act is presented with its approval afterwards.
func (g *gate) resume(r spec.Request) (spec.Reply, error) {
	seen, err := g.sees(r.Wait)
	if err != nil {
		answer, err := stored(err)
		return g.reply(answer), err
	}
	if err := g.sync(pointBeforeSettle); err != nil {
		return spec.Reply{}, err
	}
	answer := refused(spec.CodeWaitChanged)
	err = g.tx(func(t *tx) error {
		id := r.Wait
		g.build.watch.reached("Wakes")
		if g.build.Wakes != "" {
			if _, err := t.row(g.build.Wakes, []any{sql.Named("wait", r.Wait), sql.Named("by", r.By)}, &id); err != nil {
				return err
			}
		}
		var version any
		if r.Version != nil {
			version = *r.Version
		}
		n, err := t.exec(g.sql.resume, sql.Named("wait", id), sql.Named("transcript", r.Transcript), sql.Named("version", version),
			sql.Named("by", r.By), sql.Named("agent", r.Agent), sql.Named("process", g.runtime), sql.Named("seen", seen))
		if n == 1 {
			answer = spec.Answer{Status: spec.Recorded}
			err = g.also(t, Resumed, []any{sql.Named("wait", id), sql.Named("process", g.runtime)})
		}
		return err
	})
	if err != nil {
		if answer, err = stored(err); err != nil {
			return spec.Reply{}, err
		}
	}
	return g.reply(answer), nil
}

// sees is what a build looks at before a resume may be held. Ours looks at nothing.
func (g *gate) sees(wait string) (seen any, err error) {
	g.build.watch.reached("Sees")
	if g.build.Sees == "" {
		return nil, nil
	}
	err = g.tx(func(t *tx) error {
		_, err := t.row(g.build.Sees, []any{sql.Named("wait", wait)}, &seen)
		return err
	})
	return seen, err
}
