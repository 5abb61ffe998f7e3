// Package prove shows that the law can tell right from wrong: every seeded defect is found and breaks
// exactly what it says, gates without a promise pass nothing, and the gate that obeys has no finding.
package prove

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"sameact/internal/record"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// A Subject is one gate that is proven against.
type Subject struct {
	ID     string
	Breaks []string // of a defect: the clauses that it breaks by its own word
	Open   func() (spec.Target, error)

	// Watched, of a reference, opens it so that it tells which defects that are made of it might do otherwise in what
	// it is played, each by its id; nil: it can't tell.
	Watched func(tell func(defect string)) spec.Target
	Of      string // of a defect: the reference that it is made of
}

// Subjects are all gates of a proof. References obey, in one style each.
type Subjects struct {
	References, Defects, Nulls []Subject
}

// Options of a proof. The zero value is one subject a core and no watcher.
type Options struct {
	Jobs  int
	Seed  uint64
	Limit time.Duration // how long one subject may take; 30 s
	Watch func(subject string, histories int)

	known   *probes.Known    // what one defect's runs showed to break nothing, for the next
	reaches map[string]reach // of the references, by id; nil of one that can not be watched
}

// A result is what one subject came to.
type result struct {
	subject   Subject
	run       *reports.Run
	swept     map[string]bool // clauses that a mutation's own story exercised
	timedOut  bool
	err       error  // a story could not be played
	unwatched error  // of a reference: why it couldn't say what the defects that are made of it do
	smallest  string // of a defect that breaks what another breaks too: its smallest cases
}

// Run plays the fixed sweep against every subject and weighs the outcome.
func Run(s Subjects, o Options) *reports.Proof {
	began := time.Now()
	o.known = &probes.Known{}
	if o.Limit <= 0 {
		o.Limit = 30 * time.Second
	}
	references, defects, nulls := make([]result, len(s.References)), make([]result, len(s.Defects)), make([]result, len(s.Nulls))
	var unwatched map[string]error
	o.reaches, unwatched = o.watchAll(s.References)
	var work []func()
	for _, part := range []struct {
		subjects []Subject
		results  []result
		alone    bool // of a defect only what it breaks matters
	}{{s.Nulls, nulls, false}, {s.References, references, false}, {s.Defects, defects, true}} {
		for i, subject := range part.subjects {
			work = append(work, func() { part.results[i] = o.play(subject, part.alone) })
		}
	}
	o.atOnce(work)
	o.tellApart(defects)
	for i := range references {
		references[i].unwatched = unwatched[references[i].subject.ID]
	}
	p := weigh(references, defects, nulls)
	p.DurationMs = time.Since(began).Milliseconds()
	return p
}

// atOnce does all of it, so many at a time as the options say.
func (o Options) atOnce(work []func()) {
	queue := make(chan func())
	var done sync.WaitGroup
	for range max(1, o.Jobs) {
		done.Go(func() {
			for w := range queue {
				w()
			}
		})
	}
	for _, w := range work {
		queue <- w
	}
	close(queue)
	done.Wait()
}

// begin is the start of a subject's log: the whole law, every story.
func begin(id string, hello spec.Hello) reports.Entry {
	stories := []string{}
	for _, p := range probes.Stories {
		if !p.Random && !p.Deep {
			stories = append(stories, p.Slug)
		}
	}
	return record.Start(id, hello, law.Law, stories).Entry()
}

// play runs the sweep against one subject. A subject that takes too long is closed and has no verdict.
func (o Options) play(s Subject, alone bool) result {
	log, r := reports.NewLog(nil), result{subject: s}
	t, err := s.Open()
	if err != nil {
		log.Add(begin(s.ID, spec.Hello{}))
		log.Add(record.Broken(err))
		log.Add(reports.End{}.Entry())
	} else {
		log.Add(begin(s.ID, t.Hello()))
		r.timedOut, r.err = o.sweep(t, probes.Options{Target: s.ID, Tries: -1, Alone: alone, Known: o.known, Spare: o.spares(s)}, log)
	}
	entries, _ := log.Entries()
	if r.run, err = reports.Fold(entries); err != nil {
		panic(err) // the start was added above
	}
	r.swept = swept(entries)
	for _, f := range r.run.Faults {
		r.timedOut = r.timedOut || f.Kind == spec.FaultTimedOut
	}
	if o.Watch != nil {
		o.Watch(s.ID, r.run.Histories)
	}
	return r
}

func swept(entries []reports.Entry) map[string]bool {
	out := map[string]bool{}
	for _, e := range entries {
		if e.Story == nil || !strings.HasPrefix(e.Story.ID, probes.SweepSlug+"/") {
			continue
		}
		for slug, x := range e.Story.Exercised {
			out[slug] = out[slug] || x.Count > 0
		}
	}
	return out
}

func (o Options) sweep(t spec.Target, play probes.Options, log *reports.Log) (timedOut bool, err error) {
	defer t.Close()
	done := make(chan error, 1)
	go func() {
		play.Seed, play.Jobs, play.SweepOnly = o.Seed, 1, true
		done <- probes.Run(t, play, record.Sink{Log: log})
	}()
	limit := time.NewTimer(o.Limit)
	defer limit.Stop()
	select {
	case err := <-done:
		return false, err
	case <-limit.C:
		return true, nil
	}
}

func (r result) broke() (slugs []string, by []reports.ProofBy) {
	slugs, by = []string{}, []reports.ProofBy{}
	for _, c := range r.run.Clauses {
		if len(c.Findings) > 0 {
			slugs = append(slugs, c.ID)
			by = append(by, reports.ProofBy{Clause: c.ID, Story: c.Findings[0].Story})
		}
	}
	return slugs, by
}

// smallest are a subject's smallest cases as they were seen, clause after clause: what makes it a subject
// of its own.
func smallest(r *reports.Run) string {
	text := ""
	for _, c := range r.Clauses {
		for _, f := range c.Findings {
			if k, err := spec.ParseCase("", f.Case); err == nil {
				text += fmt.Sprintf("%s\n%s", c.ID, k.Lines)
			}
		}
	}
	return text
}

// tellApart makes the cases of defects small that break the same clauses, in the stories that found
// them: only there it matters what the smallest case is.
func (o Options) tellApart(defects []result) {
	sets := map[string][]int{}
	for i, d := range defects {
		broke, _ := d.broke()
		key := strings.Join(broke, " ")
		sets[key] = append(sets[key], i)
	}
	var work []func()
	for key, same := range sets {
		if key == "" || len(same) < 2 {
			continue
		}
		for _, i := range same {
			work = append(work, func() { defects[i].smallest = o.small(defects[i]) })
		}
	}
	o.atOnce(work)
}

// small plays the stories that found something again, and makes what they find as small as it gets.
func (o Options) small(r result) string {
	t, err := r.subject.Open()
	if err != nil {
		return ""
	}
	broke, by := r.broke()
	play := probes.Options{Target: r.subject.ID, Clauses: broke}
	for _, b := range by {
		play.Stories = append(play.Stories, b.Story)
	}
	log := reports.NewLog(nil)
	log.Add(begin(r.subject.ID, t.Hello()))
	if timedOut, err := o.sweep(t, play, log); timedOut || err != nil {
		return ""
	}
	entries, _ := log.Entries()
	run, err := reports.Fold(entries)
	if err != nil {
		return ""
	}
	return smallest(run)
}
