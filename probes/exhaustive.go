package probes

import (
	"slices"
	"time"

	"sameact/spec/law"
)

// The exhaustive story plays every sequence of operations (alphabet.go) of a length, so that within its small scope no
// order of things is left to luck. What is shorter is the beginning of what is longer, and is judged with it. A plain
// run goes as deep as one seeded defect needs that nothing else finds. Where the story is asked for by name it goes one
// operation deeper after the other, as long as the next depth is likely to be played in the time that is left.
//
// Its sequences have no marks: each is its own twin, and costs one history.

// ExhaustiveSlug names the story.
const ExhaustiveSlug = "exhaustive"

// ExhaustiveAbout says what it is about.
const ExhaustiveAbout = "Exhaustive small scope: every sequence of operations on two approvals, by two agents, in two sessions, up to a depth; asked for by name as deep as fits into a minute, or into --time."

const (
	sweepDepth = 3           // of every gate that is swept
	plainDepth = 4           // of a run that does not ask for the story by name
	searchTime = time.Minute // for going deeper, where Options.Time says nothing else
	sureDepth  = 3           // is played whatever it costs: an act has run by then, and it is the measure
	begunMoves = 3           // the sequences that begin with the same so many moves make a task
)

// exhausted is how far the exhaustive story has come in a run, and how long a sequence of the last depth took.
type exhausted struct {
	sequences, tasks int
	each             time.Duration
}

// exhaust plays the exhaustive story, after everything else. What is only swept is played deeper only if nothing was
// found: then there is something left to find.
func (m *merger) exhaust() error {
	o := m.options
	switch {
	case !o.playsStory(ExhaustiveSlug), o.Sparing && len(o.Stories) == 0:
		return nil
	case !o.SweepOnly && slices.Contains(o.Stories, ExhaustiveSlug):
		return m.deepen()
	case o.program: // each sequence costs it some milliseconds
		return m.playDepth(sweepDepth)
	case o.SweepOnly:
		if err := m.playDepth(sweepDepth); err != nil || len(m.order) > 0 {
			return err
		}
	}
	return m.playDepth(plainDepth)
}

// deepen plays one depth after the other, until the next takes too long or nothing is left to find.
func (m *merger) deepen() error {
	limit := m.options.Time
	if limit <= 0 {
		limit = searchTime
	}
	began := time.Now()
	for depth := 1; !m.lost() && !m.allBroken(); depth++ {
		if depth > sureDepth && !m.fits(depth, limit-time.Since(began)) {
			break
		}
		if err := m.playDepth(depth); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether a depth is likely to be played in what is left, as fast as the last; a longer sequence takes longer.
func (m *merger) fits(depth int, left time.Duration) bool {
	each := m.went.each * time.Duration(depth) / time.Duration(depth-1)
	room := int(left/max(1, each)) * max(1, m.options.Shards)
	return room > 0 && alphabetOf(m.hello).count(depth, room+1) <= room
}

// allBroken reports whether every clause that is judged was broken.
func (m *merger) allBroken() bool {
	return !slices.ContainsFunc(law.Law, func(c *law.Clause) bool {
		return m.options.judges(c.Slug, c.Chapter) && c.Missing(m.hello) == "" && m.breaches[c.Slug] == nil
	})
}

// playDepth plays all sequences of one length, and says so when it has.
func (m *merger) playDepth(depth int) error {
	before, began := m.went.sequences, time.Now()
	todo := depthTasks(alphabetOf(m.hello), depth, m.went.tasks)
	m.went.tasks += len(todo)
	if err := m.play(m.options.share(todo)); err != nil || m.lost() {
		return err
	}
	played := m.went.sequences - before
	m.went.each = time.Since(began) / time.Duration(max(1, played))
	m.end.Exhausted = append(m.end.Exhausted, Exhausted{depth, played})
	return nil
}

// depthTasks divide the sequences of a length by how they begin.
func depthTasks(a *alphabet, depth, chunk int) []task {
	var out []task
	begun := min(begunMoves, max(0, depth-2))
	a.each(position{}, nil, begun, func(p position, first []move) bool {
		first = slices.Clone(first)
		out = append(out, task{story: ExhaustiveSlug, chunk: chunk + len(out), play: func(w *worker) { w.exhaust(a, p, first, depth) }})
		return true
	})
	return out
}

// exhaust plays the sequences of a length that begin in one way.
func (w *worker) exhaust(a *alphabet, p position, first []move, depth int) {
	a.whole(p, append(make([]move, 0, depth), first...), depth-len(first), func(s []move) bool {
		if w.err != nil || w.run.lost() {
			return false
		}
		w.tell(a.script(s))
		w.went++
		return true
	})
}
