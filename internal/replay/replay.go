// Package replay plays one case, or reads what was recorded of one, and judges it.
package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// An Outcome is one history under the law.
type Outcome struct {
	History spec.History
	Verdict *law.Verdict
}

// Broken are the promises broken in it, in the order of the law; last those of which it cannot be said
// whose they are.
func (o Outcome) Broken() []law.Breach { return append(o.Verdict.Broken(), o.Verdict.Compound...) }

// Breaks reports whether a clause is broken in it.
func (o Outcome) Breaks(slug string) bool {
	r := o.Verdict.Of(slug)
	return r != nil && len(r.Breaches) > 0
}

// Exercised reports whether a clause had something to look at.
func (o Outcome) Exercised(slug string) bool {
	r := o.Verdict.Of(slug)
	return r != nil && r.Exercised > 0
}

// Recorded judges a case by what was seen when it was recorded.
func Recorded(c spec.Case, hello spec.Hello) Outcome {
	return Outcome{c.Lines, law.Judge(c.Lines, hello, order.Check)}
}

// Play plays a case's script and its twin, each told in the gate's style. The twin is the same outcome where nothing is marked.
func Play(t spec.Target, c spec.Case) (changed, twin Outcome, err error) {
	if changed, err = play(t, c.Lines.Script()); err != nil || !c.Lines.Marked() {
		return changed, changed, err
	}
	twin, err = play(t, c.Lines.Twin())
	return changed, twin, err
}

func play(t spec.Target, script spec.History) (Outcome, error) {
	told, ok := probes.Told(script, t.Hello())
	if !ok {
		return Outcome{}, errors.New("the gate runs what the client holds, and declares no tamper: this story cannot be told to it")
	}
	h, fault, err := probes.Watch(t, told)
	if err != nil {
		return Outcome{}, err
	}
	if fault != nil {
		return Outcome{}, &Broke{h, fault}
	}
	return Outcome{h, law.Judge(h, t.Hello(), order.Check)}, nil
}

// Reference names the one of our gates that a case is written for: the one that declares what it
// needs, re-presenting where all do.
func Reference(c spec.Case) string {
	if slices.Contains(c.Needs, "batch-whole") {
		return "reference/whole"
	}
	for _, n := range c.Needs {
		if slices.Contains([]string{"resumes", "state", "tamper", "forge", "then"}, n) {
			return "reference/resuming"
		}
	}
	return "reference"
}

// A Broke is a history that a fault of the gate ended, so that it cannot be judged.
type Broke struct {
	History spec.History
	Fault   *spec.Fault
}

func (b *Broke) Error() string {
	said := ""
	if words := strings.TrimSpace(b.Fault.Stderr); words != "" {
		said = "its last words on standard error:\n" + words + "\n"
	}
	return fmt.Sprintf("the gate broke: %s, %s; the history until then:\n%s%s", b.Fault.Kind, b.Fault.Detail, b.History, said)
}

// Missing lists what a case needs and a gate does not declare.
func Missing(c spec.Case, hello spec.Hello) (out []string) {
	for _, n := range c.Needs {
		if !hello.Has(n) && !hello.BindsField(n) && !slices.Contains(hello.Chapters, n) {
			out = append(out, n)
		}
	}
	return out
}

// Mismatch says in what a recorded case is not what it says it is, or "".
func Mismatch(c spec.Case, o Outcome) string {
	switch {
	case o.Verdict.Of(c.About) == nil:
		return fmt.Sprintf("%q is no clause", c.About)
	case c.Verdict == spec.Breaks && !o.Breaks(c.About):
		return "the case says that it breaks " + c.About + ", and the law says that it does not"
	case c.Verdict != spec.Breaks && len(o.Broken()) > 0:
		b := o.Broken()[0]
		return fmt.Sprintf("%s is broken at line %d: %s", b.Clause.Slug, b.Event+1, b.Why)
	case c.Verdict != spec.Breaks && !o.Exercised(c.About):
		return c.About + " is not exercised"
	}
	return ""
}
