package order

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sameact/spec"
	"sameact/spec/law"
)

var durable = spec.Hello{Chapters: law.Chapters, Binds: []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "policy"},
	Features: []string{"several", "text", "expiry", "durable", "sync-points"}, SyncPoints: []string{"before-spend", "after-spend", "before-settle"}}

const (
	asked   = "call m1 action=mail.send\n< pending\n"
	allowed = asked + "allow m1\n< recorded\n"
	waiting = "call m1 action=mail.send task={\"transcript\":\"t1\",\"objective\":\"report\",\"revision\":1}\n< pending transcript=t1 version=1\nallow m1\n< recorded\n"
	sent    = "effect action=mail.send args={}\n"
)

// histories are what gates did with two processes, and whether one after the other explains it.
var histories = []struct {
	reason   string
	text     string
	found    law.Order
	resumes  bool
	answered string // by which line no order explains it any more
}{
	{"one of two resumes wakes the wait", waiting + "p1: resume m1 pause=before-settle\np2: resume m1\n< p2: recorded line=4\np1: go\n< p1: refused line=3", law.Explained, false, ""},
	{"both wake it", waiting + "p1: resume m1 pause=before-settle\np2: resume m1\n< p2: recorded line=4\np1: go\n< p1: recorded line=3", law.Unexplained, false, "< p1: recorded line=3"},
	{"neither does, and each of them breaks right-resume-runs", waiting + "p1: resume m1 pause=before-settle\np2: resume m1\n< p2: refused line=4\np1: go\n< p1: refused line=3", law.Unexplained, false, ""},
	{"the yes came first", asked + "p1: allow m1 pause=before-settle\np2: call m1\n< p2: " + sent + "< p2: executed line=3\np1: go\n< p1: recorded line=2", law.Explained, false, ""},
	{"the call came first", asked + "p1: allow m1 pause=before-settle\np2: call m1\n< p2: pending line=3\np1: go\n< p1: recorded line=2", law.Explained, false, ""},
	{"what ran rests on a yes that was refused", asked + "p1: allow m1 pause=before-settle\np2: call m1\n< p2: " + sent + "< p2: executed line=3\np1: go\n< p1: refused line=2", law.Unexplained, false, "< p1: refused line=2"},
	{"it ran before anybody began to say yes", asked + "p1: call m1 pause=effect\np2: deny m1 pause=before-settle\n< p1: " + sent + "p3: allow m1\n< p3: recorded line=4\np1: go\n< p1: executed line=2\np2: go\n< p2: refused line=3", law.Unexplained, false, "< p1: effect action=mail.send args={}"},
	{"beside a no it ran without any yes", asked + "p1: call m1 pause=before-spend\np2: deny m1\n< p2: refused line=3\np1: go\n< p1: " + sent + "< p1: executed line=2", law.Unexplained, false, "< p1: effect action=mail.send args={}"},
	{"a no after the yes withdraws it", allowed + "p1: call m1 pause=before-spend\np2: deny m1\n< p2: refused line=4\np1: go\n< p1: refused line=3", law.Explained, false, ""},
	{"or comes too late for it", allowed + "p1: call m1 pause=before-spend\np2: deny m1\n< p2: refused line=4\np1: go\n< p1: " + sent + "< p1: executed line=3", law.Explained, false, ""},
	{"a second yes is no reason to refuse the call", allowed + "p1: call m1 pause=before-spend\np2: allow m1\n< p2: recorded line=4\np1: go\n< p1: refused line=3", law.Unexplained, false, "< p1: refused line=3"},
	{"another agent's call beside it is refused", allowed + "p1: call m1 agent=a2 pause=before-spend\np2: call m1\n< p2: " + sent + "< p2: executed line=4\np1: go\n< p1: refused line=3", law.Explained, false, ""},
	{"two people say yes, and both are sent away", asked + "p1: allow m1 pause=before-settle\np2: allow m1\n< p2: refused line=3\np1: go\n< p1: refused line=2", law.Unexplained, false, "< p1: refused line=2"},
	{"the store failed under both", asked + "p1: allow m1 pause=before-settle\np2: allow m1\n< p2: refused code=storage_failed line=3\np1: go\n< p1: refused code=storage_failed line=2", law.Explained, false, ""},
	{"a killed yes may stand", asked + "p1: allow m1 pause=sent\np2: call m1\n< p2: pending line=3\np1: crash\np2: call m1\n< p2: " + sent + "< p2: executed", law.Explained, false, ""},
	{"one that was killed before it decided anything does not", asked + "p1: allow m1 pause=before-settle\n< p1: sync point=before-settle\np2: call m1 pause=before-spend\n< p2: sync point=before-spend\np3: allow m1 by=u2\n< p3: refused line=4\np1: crash\np2: go\n< p2: " + sent + "< p2: executed line=3", law.Unexplained, false, "< p2: effect action=mail.send args={}"},
	{"its conversation was ended meanwhile", allowed + "p1: call m1 pause=before-spend\np2: allow m1\n< p2: recorded line=4\np3: end session=s1\np1: go\n< p1: refused line=3", law.Explained, false, ""},
	{"a yes that runs the act at once, twice", asked + "p1: allow m1 pause=before-spend\np2: allow m1\n< p2: " + sent + "< p2: executed line=3\np1: go\n< p1: " + sent + "< p1: executed line=2", law.Unexplained, true, "< p1: effect action=mail.send args={}"},
	{"the second finds it used", asked + "p1: allow m1 pause=before-spend\np2: allow m1\n< p2: " + sent + "< p2: executed line=3\np1: go\n< p1: refused line=2", law.Explained, true, ""},
}

func TestCheck(t *testing.T) {
	for _, c := range histories {
		hello := durable
		if c.resumes {
			hello.Features = append(slices.Clone(hello.Features), "resumes")
		}
		h := spec.MustHistory(c.text)
		races := law.Races(h, hello)
		if len(races) != 1 {
			t.Errorf("%s: %d races", c.reason, len(races))
			continue
		}
		if got := Check(races[0]); got != c.found {
			t.Errorf("%s: found %d, want %d: %s", c.reason, got, c.found, races[0])
		}
		reading := law.Judge(h, hello, Check).Of("orders-as-one")
		switch said := ""; {
		case c.found == law.Explained && (reading.Exercised != 1 || len(reading.Breaches) > 0):
			t.Errorf("%s: exercised %d times, broken %d times", c.reason, reading.Exercised, len(reading.Breaches))
		case len(reading.Breaches) == 1:
			said = h[reading.Breaches[0].Event].String()
			fallthrough
		default:
			if said != c.answered {
				t.Errorf("%s: told on %q, want %q", c.reason, said, c.answered)
			}
		}
	}
}

// Without a checker nothing is said about orders.
func TestWithoutACheckerTheClauseIsNotExercised(t *testing.T) {
	for _, c := range histories {
		r := law.Judge(spec.MustHistory(c.text), durable).Of("orders-as-one")
		if r.Skip != "" || r.Exercised+r.Undecided+len(r.Breaches) > 0 {
			t.Errorf("%s: %+v", c.reason, r)
		}
	}
}

// cutShort is a race of calls that processes were killed in, beside one that ran after all of them.
func cutShort(calls int) string {
	var b strings.Builder
	b.WriteString(allowed)
	for i := range calls {
		fmt.Fprintf(&b, "k%d: call m1 pause=sent\n", i)
	}
	b.WriteString("p1: call m1 pause=effect\n< p1: " + sent)
	for i := range calls {
		fmt.Fprintf(&b, "k%d: crash\n", i)
	}
	fmt.Fprintf(&b, "p1: go\n< p1: executed line=%d\n", 3+calls)
	return b.String()
}

func TestTooManyUnknownOutcomesAreNotDecided(t *testing.T) {
	for _, c := range []struct {
		reason  string
		unknown int
		found   law.Order
	}{
		{"as many as a search may have", law.MostUnknown, law.Explained},
		{"one more", law.MostUnknown + 1, law.Undecided},
	} {
		h := spec.MustHistory(cutShort(c.unknown))
		races := law.Races(h, durable)
		if len(races) != 1 || races[0].Unknown() != c.unknown || Check(races[0]) != c.found {
			t.Errorf("%s: %v", c.reason, races)
			continue
		}
		r := law.Judge(h, durable, Check).Of("orders-as-one")
		if (r.Undecided == 1) != (c.found == law.Undecided) || len(r.Breaches) > 0 {
			t.Errorf("%s: undecided %d, broken %v", c.reason, r.Undecided, r.Breaches)
		}
	}
}

// What one use breaks by itself belongs to that clause.
func TestABreachOfOneUseIsNotToldTwice(t *testing.T) {
	h := spec.MustHistory(allowed + "p1: call m1 pause=before-spend\np2: call m1\n< p2: " + sent + "< p2: executed line=4\np1: go\n< p1: " + sent + "< p1: executed line=3")
	races := law.Races(h, durable)
	if len(races) != 1 || Check(races[0]) != law.Unexplained {
		t.Fatalf("no order can explain two calls on one yes: %v", races)
	}
	var broken []string
	for _, b := range law.Judge(h, durable, Check).Broken() {
		broken = append(broken, b.Clause.Slug)
	}
	if !slices.Equal(broken, []string{"one-use-under-race"}) {
		t.Errorf("broken: %v", broken)
	}
}

func TestPictureShowsEveryOperation(t *testing.T) {
	for _, c := range histories {
		hello := durable
		if c.resumes {
			hello.Features = append(slices.Clone(hello.Features), "resumes")
		}
		race, ok := At(spec.MustHistory(c.text), hello, 0)
		if !ok {
			t.Fatal(c.reason)
		}
		var page bytes.Buffer
		if err := Picture(race, &page); err != nil {
			t.Fatalf("%s: %v", c.reason, err)
		}
		for _, o := range race.Ops {
			if !strings.Contains(page.String(), o.String()) {
				t.Errorf("%s: the picture does not show %s", c.reason, o)
			}
		}
	}
}

func TestTheRaceOfALine(t *testing.T) {
	h := spec.MustHistory(allowed + "p1: call m1 pause=before-spend\np2: call m1\n< p2: " + sent + "< p2: executed line=4\np1: go\n< p1: refused line=3\n" +
		"call m2 action=chat.post\n< pending\nallow m2\n< recorded\np1: call m2 pause=before-spend\np2: deny m2\n< p2: refused line=9\np1: go\n< p1: refused line=8")
	for _, c := range []struct {
		reason, act string
		line        int
	}{
		{"a line of the first", "m1", 6},
		{"a line of the second", "m2", len(h) - 1},
		{"a line before both", "m1", 0},
	} {
		if r, ok := At(h, durable, c.line); !ok || r.Question.Act != c.act {
			t.Errorf("%s: %v", c.reason, r)
		}
	}
	if r, ok := At(spec.MustHistory(allowed+"call m1\n< "+sent+"< executed"), durable, 0); ok {
		t.Errorf("nothing overlaps: %v", r)
	}
}
