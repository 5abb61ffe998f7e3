package probes

import (
	"hash/fnv"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sameact/spec"
	"sameact/spec/law"
)

// A task is a part of a run that one worker plays: an operator's sweep, a fixed story, or a chunk of a
// random one. What it finds does not depend on when or where it is played.
type task struct {
	story     string
	chunk     int
	processes bool // on the gate as a program
	play      func(*worker)
}

// A worker plays one task and keeps what it saw.
type worker struct {
	*cast
	run      *merger
	options  Options
	task     task
	tally    map[string]*tallied
	breaches map[string]*breached
	compound *breached
	unbound  map[string]string
	faults   []Fault
	void     int
	families int
	told     int // scripts, whether they were played or not
	holdable int // of the scripts, those that can be told with the decision held
	went     int // sequences of the exhaustive story
	took     time.Duration
	err      error
}

type tallied struct {
	count        int
	scripts      map[uint64]bool
	inconclusive bool
}

// A breached is the first script of a task that broke a clause.
type breached struct {
	slug      string
	script    spec.History
	first     *played
	why       string
	processes bool // on the gate as a program
}

// Run plays everything against a target and tells the sink what it found. The handshake is the
// target's; faults are told, not returned. An error means that a story could not be played at all.
func Run(t spec.Target, o Options, sink Sink) error {
	started := time.Now()
	hello := required(t.Hello(), o.Require)
	o.program = o.Processes == t && t != nil
	m := &merger{options: o, target: t, hello: hello, sink: sink, scripts: map[string]map[uint64]bool{}, breaches: map[string]*breached{}, stories: map[string]string{}, unbound: map[string]bool{}, declared: declared(hello)}
	rounds := tasks(hello, o)
	for {
		todo, more := rounds()
		if err := m.play(todo); err != nil {
			return err
		}
		if !more || o.Time > 0 && time.Since(started) >= o.Time {
			break
		}
	}
	if err := m.exhaust(); err != nil {
		return err
	}
	if err := m.findings(); err != nil {
		return err
	}
	m.end.DurationMs = time.Since(started).Milliseconds()
	sink.End(m.end)
	return nil
}

// required declares the fields that the run insists on.
func required(hello spec.Hello, fields []string) spec.Hello {
	hello.Binds = slices.Clone(hello.Binds)
	for _, f := range fields {
		if !slices.Contains(hello.Binds, f) {
			hello.Binds = append(hello.Binds, f)
		}
	}
	return hello
}

// tasks hands out the work of a run in rounds: everything first, then, while time is left, further
// chunks of the random stories.
func tasks(hello spec.Hello, o Options) func() ([]task, bool) {
	checks := o.Checks
	if checks <= 0 {
		checks = DefaultChecks
	}
	round := 0
	return func() ([]task, bool) {
		var out []task
		if round == 0 {
			out = append(sweepTasks(hello), fixedTasks(hello, o)...)
		}
		if !o.SweepOnly {
			out = append(out, randomTasks(hello, o, round*checks, (round+1)*checks)...)
		}
		round++
		out = o.share(slices.DeleteFunc(out, func(t task) bool { return !o.playsStory(t.story) }))
		return out, o.Time > 0 && !o.SweepOnly && len(out) > 0
	}
}

// share leaves the tasks of this shard.
func (o Options) share(all []task) []task {
	if o.Shards <= 1 {
		return all
	}
	var mine []task
	for i := o.Shard - 1; i < len(all); i += o.Shards {
		mine = append(mine, all[i])
	}
	return mine
}

// A merger takes what workers saw, in the order of the tasks.
type merger struct {
	options  Options
	target   spec.Target
	hello    spec.Hello
	sink     Sink
	scripts  map[string]map[uint64]bool
	breaches map[string]*breached
	order    []string
	stories  map[string]string
	unbound  map[string]bool
	compound []*breached
	end      End
	went     exhausted
	declared string
	faulty   atomic.Int64 // stories that a fault ended, as long as none was played to its end
	whole    atomic.Bool  // one was
}

// hopeless is how many stories are tried on a gate that fails in every one, before the rest is left. One
// that was waited for in vain counts for several.
const (
	hopeless = 25
	waited   = 8
)

func (m *merger) lost() bool { return !m.whole.Load() && m.faulty.Load() >= hopeless }

func (m *merger) play(todo []task) error {
	jobs := m.options.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	done := make([]chan *worker, len(todo))
	for i := range done {
		done[i] = make(chan *worker, 1)
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(jobs, max(1, len(todo))) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			known := map[bool]*cast{}
			for i := range next {
				on := todo[i].processes
				if known[on] == nil {
					known[on] = m.cast(on)
				}
				done[i] <- m.work(todo[i], known[on])
			}
		}()
	}
	go func() {
		for i := range todo {
			next <- i
		}
		close(next)
	}()
	var err error
	for i := range todo {
		w := <-done[i]
		if err == nil {
			err = w.err
		}
		m.merge(w)
	}
	wg.Wait()
	return err
}

// cast is for playing on the target, or on the target as a program.
func (m *merger) cast(processes bool) *cast {
	if processes {
		return newCast(m.options.Processes, m.hello, m.options.Patience)
	}
	return newCast(m.target, m.hello, m.options.Patience)
}

// work plays a task. What is known of siblings and twins is shared by the tasks of one worker; it saves
// playing them, and changes nothing that is found.
func (m *merger) work(t task, known *cast) *worker {
	began := time.Now()
	w := &worker{cast: m.cast(t.processes), options: m.options, task: t, tally: map[string]*tallied{}, breaches: map[string]*breached{}, unbound: map[string]string{}}
	w.run = m
	w.siblings, w.twins, w.alone = known.siblings, known.twins, m.options.Alone
	w.known, w.declared = m.options.Known, m.declared
	t.play(w)
	w.took = time.Since(began)
	return w
}

func (m *merger) merge(w *worker) {
	story := StoryDone{Story: w.task.story, Chunk: w.task.chunk, Histories: w.histories, Calls: w.calls, Kills: w.kills, Exercised: map[string]Exercise{}, Void: w.void, Families: w.families, DurationMs: w.took.Milliseconds()}
	for _, c := range law.Law {
		t := w.tally[c.Slug]
		if t == nil {
			continue
		}
		if t.inconclusive && t.count == 0 {
			story.Inconclusive = append(story.Inconclusive, c.Slug)
			continue
		}
		known := m.scripts[c.Slug]
		if known == nil {
			known = map[uint64]bool{}
			m.scripts[c.Slug] = known
		}
		fresh := 0
		for s := range t.scripts {
			if !known[s] && len(known) < 4096 {
				known[s] = true
				fresh++
			}
		}
		story.Exercised[c.Slug] = Exercise{t.count, fresh}
	}
	m.end.Histories += w.histories
	m.end.Calls += w.calls
	m.end.Kills += w.kills
	m.end.Faults += len(w.faults)
	m.end.Voided += w.void
	m.end.Families += w.families
	m.went.sequences += w.went
	m.sink.Story(story)
	for _, f := range w.faults {
		m.sink.Fault(f)
	}
	for _, c := range law.Law {
		if b := w.breaches[c.Slug]; b != nil && m.breaches[c.Slug] == nil && m.options.judges(c.Slug, c.Chapter) {
			m.breaches[c.Slug], m.stories[c.Slug] = b, w.task.story
			m.order = append(m.order, c.Slug)
		}
		if text, ok := w.unbound[c.Slug]; ok {
			m.tellUnbound(c, text)
		}
	}
	if w.compound != nil && len(m.compound) < 3 {
		m.compound = append(m.compound, w.compound)
		w.compound.slug = w.task.story
	}
}

func (m *merger) tellUnbound(c *law.Clause, text string) {
	field := ""
	for _, need := range c.Needs {
		if slices.Contains(judgedFields, need) && !m.hello.BindsField(need) {
			field = need
		}
	}
	if field != "" && !m.unbound[field] {
		m.unbound[field] = true
		m.sink.Unbound(Unbound{field, text})
	}
}

// tell plays a story's family in each way in which the gate can be told it, and keeps what it shows. Scripts that
// were told before add nothing.
func (w *worker) tell(script spec.History) {
	for i, in := range ways(script, w.hello) {
		if i == 0 || w.holdsThis() {
			w.tellIn(script, in)
		}
	}
}

func (w *worker) tellIn(script spec.History, in way) {
	if w.err != nil || w.run.lost() {
		return
	}
	w.told++
	if w.options.Spare != nil && w.options.Spare(Turn{w.task.story, w.task.chunk, w.told - 1}) {
		w.run.whole.Store(true)
		return
	}
	f, err := w.family(script, in)
	if err != nil {
		w.err = err
		return
	}
	if f == nil || f.missing != "" {
		return
	}
	w.families++
	if len(f.faults) > 0 {
		weight := int64(1)
		if f.faults[0].Kind == spec.FaultTimedOut {
			weight = waited
		}
		w.run.faulty.Add(weight)
		w.void++
		for _, x := range f.faults {
			w.faults = append(w.faults, Fault{Story: w.task.story, Kind: x.Kind, Detail: x.Detail, Stderr: x.Stderr})
		}
		return
	}
	w.run.whole.Store(true)
	w.keep(f, f.changed)
	if f.twin != f.changed {
		w.keep(f, f.twin)
	}
}

func (w *worker) keep(f *family, p *played) {
	if f.alive || f.inconclusive {
		w.count(f, p)
	}
	for _, b := range p.verdict.Broken() {
		if w.breaches[b.Clause.Slug] == nil && !(f.inconclusive && b.Clause.Direction == law.Plus) {
			w.breaches[b.Clause.Slug] = &breached{b.Clause.Slug, p.script, p, b.Why, w.task.processes}
		}
	}
	if len(p.verdict.Compound) > 0 && w.compound == nil && !f.inconclusive {
		w.compound = &breached{"", p.script, p, p.verdict.Compound[0].Why, w.task.processes}
	}
	for _, b := range p.verdict.Unbound {
		if _, ok := w.unbound[b.Clause.Slug]; !ok && f.alive {
			w.unbound[b.Clause.Slug] = p.history.String()
		}
	}
}

func (w *worker) count(f *family, p *played) {
	key := hash(p.script.String())
	for i := range p.verdict.Readings {
		r := &p.verdict.Readings[i]
		if r.Exercised+r.Undecided == 0 {
			continue
		}
		t := w.tally[r.Clause.Slug]
		if t == nil {
			t = &tallied{scripts: map[uint64]bool{}}
			w.tally[r.Clause.Slug] = t
		}
		t.inconclusive = t.inconclusive || f.inconclusive || r.Undecided > 0
		if f.inconclusive || r.Exercised == 0 {
			continue
		}
		t.count += r.Exercised
		t.scripts[key] = true
	}
}

func hash(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}
