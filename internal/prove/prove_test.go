package prove

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"sameact/impl/null"
	"sameact/reports"
	"sameact/spec"
)

// A subject that cannot be opened, one that passes nothing, and one that never comes to an end.
func TestSubjectsArePlayed(t *testing.T) {
	reject, _ := null.Find("reject-all")
	var watched atomic.Int32
	subjects := Subjects{Nulls: []Subject{
		{ID: "dead", Open: func() (spec.Target, error) { return nil, errors.New("no such program") }},
		{ID: "reject-all", Open: func() (spec.Target, error) { return reject.Target, nil }},
	}}
	p := Run(subjects, Options{Jobs: 2, Watch: func(string, int) { watched.Add(1) }})
	if watched.Load() != 2 || len(p.Nulls) != 2 || p.Nulls[0].ID != "dead" {
		t.Fatalf("%d watched, %+v", watched.Load(), p.Nulls)
	}
	for _, n := range p.Nulls {
		if len(n.Passed) > 0 {
			t.Errorf("%s passes %q", n.ID, n.Passed)
		}
	}
	if p.Exit != reports.ExitFindings {
		t.Errorf("exit %d", p.Exit)
	}
}

func TestASubjectThatNeverEndsTimesOut(t *testing.T) {
	s := &stuck{gone: make(chan struct{})}
	p := Run(Subjects{Defects: []Subject{{ID: "stuck", Breaks: []string{"one-use"}, Open: func() (spec.Target, error) { return s, nil }}}}, Options{Limit: time.Millisecond})
	if len(p.Problems) == 0 || p.Problems[0] != "defect stuck timed out" {
		t.Errorf("%q", p.Problems)
	}
}

// stuck opens no place until it is closed.
type stuck struct{ gone chan struct{} }

func (s *stuck) Hello() spec.Hello {
	return spec.Hello{Protocol: "1", Chapters: []string{"binding"}, Binds: []string{"action", "arguments"}}
}

func (s *stuck) Open() (spec.Place, error) {
	<-s.gone
	return nil, errors.New("closed")
}

func (s *stuck) Close() error {
	close(s.gone)
	return nil
}
