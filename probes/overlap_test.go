package probes_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sameact/impl/reference"
	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// Whatever several processes do beside each other, and wherever one is killed: a gate that obeys is not accused. The
// scripts are drawn line by line, without any story in mind.
func TestWhoObeysIsNotAccusedWhateverOverlaps(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming} {
		t.Run(string(style), func(t *testing.T) {
			target := reference.New(reference.Obeying(style))
			defer target.Close()
			rapid.Check(t, func(t *rapid.T) {
				for range 20 {
					script := beside(t)
					h, err := probes.Play(target, script)
					if err != nil {
						t.Skip("it cannot be played: " + err.Error())
					}
					v := law.Judge(h, target.Hello(), order.Check)
					for _, b := range append(v.Broken(), v.Compound...) {
						t.Fatalf("%s: %s\n%s", b.Clause.Slug, b.Why, h)
					}
				}
			})
		})
	}
}

// beside draws what three processes and an unnamed one do to an act or two.
func beside(t *rapid.T) spec.History {
	var lines []string
	draw := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "line") }
	once := func(n int) bool { return rapid.IntRange(1, n).Draw(t, "one in") == n }
	task := draw("", ` task={"transcript":"t1","objective":"o1","revision":1}`)
	lines = append(lines, `call m1 action=mail.send args={"id":7}`+task)
	if once(3) {
		lines = append(lines, `call m2 action=mail.send args={"id":8}`)
	}
	if once(2) {
		lines = append(lines, "allow m1")
	}
	held := map[string]bool{}
	for range rapid.IntRange(3, 10).Draw(t, "lines") {
		process := draw("", "p1: ", "p2: ", "p3: ")
		if held[process] {
			move := draw("go", "go", "crash")
			held[process] = move == "go"
			lines = append(lines, process+move)
			continue
		}
		line := draw("call m1", "call m1", "call m1", "allow m1", "allow m1", "deny m1", "call m1 agent=a2", "allow m1 by=u2", "deny m1 by=u2",
			`call m1 args={"id":9}`, "allow m1 session=s2")
		switch {
		case task != "" && once(3):
			line = draw("resume m1", "resume m1", "resume m1 by=u2", "resume m1 version=+1")
		case once(25):
			line = "tick"
		case once(25):
			lines = append(lines, process+"at "+draw("+10m", "+9m", "+11m"))
			continue
		case once(25):
			line = `call m3 action=mail.delete args={"id":7} with=m1`
		case once(25):
			lines = append(lines, process+draw(`configure connectors=[{"id":"mail","enabled":false}]`, `configure connectors=[{"id":"mail","ceiling":"write"}]`, `configure connectors=[{"id":"mail","confirm":"never"}]`))
			continue
		}
		if process != "" && !once(3) {
			line += " pause=" + draw("every", "every", "ready", "sent", "effect", "before-spend", "after-spend", "before-settle")
			held[process] = true
		}
		lines = append(lines, process+line)
	}
	if once(2) {
		lines = append(lines, "go")
	}
	return spec.MustHistory(strings.Join(append(lines, "p4: call m1"), "\n"))
}
