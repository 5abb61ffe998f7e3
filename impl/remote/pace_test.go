package remote

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sameact/spec"
)

func TestAVerbIsGivenWhatItsAnswersTook(t *testing.T) {
	const usual = 5 * time.Second
	for _, row := range []struct {
		do     func(*pace)
		verb   string
		want   time.Duration
		reason string
	}{
		{func(*pace) {}, "decide", usual, "nothing is known"},
		{func(p *pace) { p.took("decide", time.Millisecond) }, "decide", usual, "quick, and it never hung"},
		{func(p *pace) { p.hangs("decide") }, "decide", hurried, "it hung, and has never answered"},
		{func(p *pace) { p.hangs("decide") }, "call", usual, "another verb hung"},
		{func(p *pace) { p.hangs("decide"); p.took("decide", 300*time.Millisecond) }, "decide", 1200 * time.Millisecond, "it hung, and its answers take their time"},
		{func(p *pace) { p.hangs("decide"); p.took("decide", 4*time.Second) }, "decide", usual, "never longer than its limit"},
		{func(p *pace) { p.hangs("decide"); p.asked.Add(1) }, "decide", usual, "a host call is open, which it may wait for"},
		{func(p *pace) { p.hangs("initialize") }, "initialize", usual, "how long a start takes is the machine's matter"},
	} {
		p := newPace()
		row.do(p)
		if d := p.limit(row.verb, usual); d != row.want {
			t.Errorf("%s: %v, want %v", row.reason, d, row.want)
		}
	}
	p := newPace()
	p.hangs("decide")
	if d := p.limit("decide", 300*time.Millisecond); d != 300*time.Millisecond {
		t.Errorf("a limit that is short already: %v", d)
	}
}

// A system hangs on what it does not know: the first time costs the limit, every other time far less, and what it
// answers is still answered.
func TestAHangIsWaitedForOnce(t *testing.T) {
	target := playing(t, "picky", Options{AnswerLimit: 3 * time.Second, StopLimit: time.Second})
	ask := func(action string) (time.Duration, error) {
		g, place := begun(t, target, &recorder{})
		defer place.Close()
		began := time.Now()
		_, err := g.Do(call(action))
		return time.Since(began), err
	}
	if _, err := ask("mail.send"); err != nil {
		t.Fatal(err)
	}
	for i, says := range []string{"no answer to call within 3s", "in vain before", "in vain before"} {
		took, err := ask("unknown")
		var f *spec.Fault
		if !errors.As(err, &f) || f.Kind != spec.FaultTimedOut || !strings.Contains(f.Detail, says) {
			t.Errorf("hang %d: %v", i, err)
		}
		if full := took >= 3*time.Second; full != (i == 0) {
			t.Errorf("hang %d was waited for %v", i, took)
		}
		if _, err := ask("mail.send"); err != nil {
			t.Errorf("after hang %d: %v", i, err)
		}
	}
}
