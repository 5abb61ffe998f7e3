package doctor

import (
	"fmt"
	"sync"
	"time"

	"sameact/spec"
)

// What became of two acts that run at the same time is told of each by itself. One effect is replied to with success,
// the other is refused:
//
//	call m1           effect …           → success   executed
//	  call m2            effect …   → -32010      failed
//
// A variable that requests share tells one of them what became of the other. Which one depends on the order of the
// replies, so each order is tried, and both at once.

// A side is one of two acts that run at the same time.
type side struct {
	refused bool // its effect is
	once    sync.Once
	arrived chan struct{}
	release chan struct{} // closed when its effect is replied to
	done    <-chan outcome
	outcome outcome
}

func newSide(refused bool) *side {
	return &side{refused: refused, arrived: make(chan struct{}), release: make(chan struct{})}
}

// came reports whether an effect of it has arrived.
func (s *side) came() bool {
	select {
	case <-s.arrived:
		return true
	default:
		return false
	}
}

// reply holds an effect of it, one that is sent again too, and says how it ends.
func (s *side) reply() error {
	s.once.Do(func() { close(s.arrived) })
	<-s.release
	if s.refused {
		return &spec.CallError{Code: spec.EffectRefused, Now: now + 40}
	}
	return nil
}

// sound reports whether the answer follows from what became of the effect.
func (s *side) sound() bool {
	want := spec.Executed
	switch {
	case !s.came():
		want = spec.Refused
	case s.refused:
		want = spec.Failed
	}
	return s.outcome.answer.Status == want
}

func (s *side) told() string {
	how := "replied to with success"
	switch {
	case !s.came():
		return "no effect arrived, answered " + said(s.outcome.answer)
	case s.refused:
		how = "refused with -32010"
	}
	return fmt.Sprintf("effect %s, answered %s", how, said(s.outcome.answer))
}

// apartFix is about two acts of which one is told what became of the other.
const apartFix = "tell whose effect it is, and what became of it, by the request: by a context or an async-local, never by a variable that requests share"

// orders are those in which the two effects are replied to: the first of them alone, if any, and then all.
var orders = []struct {
	first int
	name  string
}{{0, "the success first"}, {1, "the refusal first"}, {-1, "both at once"}}

// keepsApart runs two acts at the same time, in each order. The gate serves requests while an effect waits.
func (x *examination) keepsApart(step, how string) bool {
	mine := x.call
	defer func() { x.call = mine }()
	for i, o := range orders {
		calls := [2]spec.Call{mine, x.other()}
		var last [2]spec.Request
		for j, c := range calls {
			c.Session = fmt.Sprintf("together-%d%d", i, j)
			x.call, x.asked, x.yes = c, spec.Answer{}, spec.Answer{}
			var ok bool
			if last[j], ok = x.last(step); !ok {
				return false
			}
		}
		x.call = mine
		both := [2]*side{newSide(false), newSide(true)}
		x.meet(both, last, o.first)
		for _, s := range both {
			if s.outcome.err != nil {
				return x.wrong(step, apartFix, "two acts at the same time", s.outcome.err)
			}
		}
		if !both[0].sound() || !both[1].sound() {
			return x.mixed(step, both, o.name)
		}
		if !both[0].came() || !both[1].came() {
			return x.works(step, "a second request was %s, and one of two acts at the same time was refused", how)
		}
	}
	return x.works(step, "a second request was %s, and two acts at the same time were told apart", how)
}

// meet has both acts run and ends their effects, the one that is first before the other's. A gate that runs one act
// after the other has the first one's ended before the second's has come.
func (x *examination) meet(both [2]*side, last [2]spec.Request, first int) {
	x.host.meet(func(e spec.Effect) error {
		if same(e.Arguments, arguments) {
			return both[0].reply()
		}
		return both[1].reply()
	})
	for i, s := range both {
		s.done = x.apart(last[i])
		s.waits(s.arrived)
	}
	if first >= 0 {
		s := both[first]
		close(s.release)
		s.waits(nil)
	}
	for i, s := range both {
		if i != first {
			close(s.release)
		}
	}
	for _, s := range both {
		if s.done != nil {
			s.outcome = <-s.done
		}
	}
}

// waits for something of a side or for its answer, as long as a program may take.
func (s *side) waits(something <-chan struct{}) {
	if s.done == nil {
		return
	}
	select {
	case <-something:
	case s.outcome = <-s.done:
		s.done = nil
	case <-time.After(patience):
	}
}

// mixed tells of answers that do not follow from the effects. If the refused act is told wrong by itself too, then
// not because of the other.
func (x *examination) mixed(step string, both [2]*side, order string) bool {
	if both[0].sound() && both[1].came() {
		x.host.meet(func(spec.Effect) error { return &spec.CallError{Code: spec.EffectRefused, Now: now + 40} })
		x.call.Session, x.asked, x.yes = "alone", spec.Answer{}, spec.Answer{}
		last, ok := x.last(step)
		if !ok {
			return false
		}
		a, err := x.do(last)
		if err != nil {
			return x.fault(step, err)
		}
		if a.Status != spec.Failed {
			return x.doubts(step, outcomeFix+"; where the system below tells it otherwise by itself, leave it: said-is-done judges that", "%s, for an act whose effect was refused with -32010", said(a))
		}
	}
	return x.fails(step, apartFix, "two acts at the same time, %s; one: %s; the other: %s", order, both[0].told(), both[1].told())
}
