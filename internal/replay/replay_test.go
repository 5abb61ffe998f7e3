package replay

import (
	"strings"
	"testing"

	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/spec"
)

func gates() map[string]spec.Target {
	return map[string]spec.Target{
		"reference":          reference.New(reference.Obeying(reference.RePresent)),
		"reference/resuming": reference.New(reference.Obeying(reference.Resuming)),
		"reference/whole":    reference.New(reference.Obeying(reference.Whole)),
	}
}

func TestCheckSaysWhatDoesNotHold(t *testing.T) {
	const ask = "call m1 action=mail.send args={\"to\":[\"finance@corp.example\"]}\n"
	const asked = ask + "< show m1 kind=approval action=mail.send description=\"Send an email\" scope=write account=work preview={\"to\":[\"finance@corp.example\"]} options=[\"allow\",\"deny\"] expires=+10m\n< pending code=confirmation_required\n"
	for _, row := range []struct{ text, says, reason string }{
		{"about: one-use\n\n" + ask + "allow m1\ncall m1\n", "one-use is not exercised", "a story that does not look at its clause"},
		{"about: pending-runs-nothing\n\n" + ask + "call m1\n", "", "a story that holds"},
		{"about: one-use\nneeds: hold\n\n" + ask, "does not declare hold", "a story that our gates cannot be asked for"},
		{"about: pending-runs-nothing\nverdict: breaks\n\n" + asked, "the law says that it does not", "recorded as broken, and is not"},
		{"about: denied-runs-nothing\nverdict: obeys\n\n" + asked + "deny m1\n< refused code=denied\ncall m1\n< effect action=mail.send args={\"to\":[\"finance@corp.example\"]}\n< executed\n", "denied-runs-nothing is broken at line 7", "recorded as kept, and is not"},
		{"about: pending-runs-nothing\npreview: {\"must_contain\":[\"press@corp.example\"]}\n\n" + ask + "call m1\n", "press@corp.example", "a preview that is not as expected"},
	} {
		c, err := spec.ParseCase("", row.text)
		if err != nil {
			t.Fatalf("%s: %v", row.reason, err)
		}
		why, err := Check(gates()["reference"], c)
		if err != nil || (why == "") != (row.says == "") || !strings.Contains(why, row.says) {
			t.Errorf("%s: %q, %v", row.reason, why, err)
		}
	}
}

// A story is told to a gate in its own style; its twin is the same without the change.
func TestATwinIsPlayedWithoutTheChange(t *testing.T) {
	c, err := spec.ParseCase("", "about: same-arguments\n\ncall m1 action=mail.send args={\"a\":\"x\"}\nallow m1\ncall m1 ~args={\"a\":\"y\"}\n")
	if err != nil {
		t.Fatal(err)
	}
	ran := func(h spec.History) (n int) {
		for _, e := range h {
			if e.Saw(spec.SeenEffect) {
				n++
			}
		}
		return n
	}
	for name, gate := range gates() {
		changed, twin, err := Play(gate, c)
		if err != nil {
			t.Fatal(err)
		}
		if ran(changed.History) != 0 || ran(twin.History) != 1 || !changed.Exercised("same-arguments") {
			t.Errorf("%s: changed\n%s\ntwin\n%s", name, changed.History, twin.History)
		}
	}
}

// What a smaller case no longer needs is gone, and what is left breaks its clause, recorded.
func TestACaseIsMadeSmaller(t *testing.T) {
	c, err := spec.ParseCase("", "about: same-arguments\n\ncall m1 action=mail.send args={\"a\":\"x\",\"b\":\"z\"}\ntick\nallow m1\ntick\ncall m1 ~args={\"a\":\"y\",\"b\":\"z\"}\n")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := defects.Find("arguments-not-bound")
	g := d.Target()
	defer g.Close()
	small, broke, err := Shrink(g, c)
	if err != nil || !broke || len(small.Lines.Script()) != 3 || strings.Contains(small.String(), `"z"`) {
		t.Errorf("%v %v\n%s", broke, err, small)
	}
	if why := Mismatch(small, Recorded(small, g.Hello())); why != "" {
		t.Errorf("%s\n%s", why, small)
	}
	if _, broke, err := Shrink(gates()["reference"], c); broke || err != nil {
		t.Errorf("on the reference: %v %v", broke, err)
	}
}
