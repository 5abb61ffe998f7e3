package probes_test

import (
	"fmt"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// drawnPage is a page with one action of each kind.
var drawnPage = []string{
	`{"id":"page.refund","description":"Refund","risk":"danger","material":["/sum"]}`,
	`{"id":"page.note","description":"Note","risk":"write"}`,
	`{"id":"page.set","description":"Set","risk":"write","effect":"page.refund"}`,
	`{"id":"page.delete","description":"Delete","risk":"danger","confirm":"always"}`,
	`{"id":"page.sign","description":"Sign","risk":"danger","handoff":{"reason":"Only you","expects":true}}`,
	`{"id":"page.ring","description":"Ring","risk":"write","handoff":{"reason":"A voice","expects":false,"steps":[{"text":"Dial"},{"text":"Talk"}]}}`,
	`{"id":"page.pay","description":"Pay","risk":"write","steps":[{"action":"page.note"},{"action":"page.sign"},{"action":"page.refund","arguments":{"order":{"$ref":"row"}}},{"action":"page.ring"},{"action":"page.note","arguments":{"last":1}}]}`,
	`{"id":"page.all","description":"All","risk":"write","confirm":"none","steps":[{"action":"page.refund","arguments":{"order":{"$ref":"row"}}},{"action":"page.note"}]}`,
}

// drawPage writes a script of some lines about the acts of the page, in any order.
func drawPage(pick mutations.Pick) spec.History {
	one := func(from ...string) string { return from[pick(len(from))] }
	lines := []string{"open actions=[" + strings.Join(drawnPage, ",") + "]"}
	if pick(3) == 0 {
		lines = append(lines, "open "+one(`confirmDefault=writes`, `channels={"confirm":false}`, `channels={"handoff":false}`, `promptTimeoutMs=60000`, `handoffTimeoutMs=60000`, `guides=["page.note"]`))
	}
	now, acts := 0, 0
	for range 3 + pick(10) {
		act := func() string { return fmt.Sprintf("m%d", 1+pick(max(1, acts))) }
		kind := pick(12)
		if acts == 0 {
			kind = 0
		}
		switch kind {
		case 0, 1, 2:
			acts++
			lines = append(lines, fmt.Sprintf("call m%d action=page.%s", acts, one("refund", "refund", "note", "set", "delete", "sign", "ring", "pay", "pay", "all", "hidden"))+
				one("", "", ` args={"order":7,"sum":5}`, ` args={"order":{"$ref":"row"}}`)+one("", "", "", " session=s2", " agent=a2", " principal=u2")+one("", ` page={"refs":{"row":7}}`, ` page={"refs":{"row":null}}`, " effect=refused", " effect=lost"))
		case 3:
			lines = append(lines, "call "+act()+one("", " with=none", " with=m1", " with=told", ` with="x"`))
		case 4, 5:
			lines = append(lines, one("allow ", "allow ", "allow ", "deny ", "always ")+act()+one("", "", "", " by=u2", " session=s2", " agent=a2")+one("", "", ` page={"refs":{"row":7}}`, ` page={"refs":{"row":8}}`, " effect=refused", " effect=lost"))
		case 6:
			lines = append(lines, "decide "+act()+" decision="+one(`"allow"`, `"deny"`, `"yes"`, `true`, `null`))
		case 7, 8:
			lines = append(lines, "finish "+act()+" outcome="+one("done", "done", "done", "next", "back", "cancel")+one("", " person=acts", " person=acts", " by=u2", " typed=code-483920")+one("", "", ` page={"refs":{"row":7}}`, ` page={"holds":{"page.sign":true}}`, " effect=refused"))
		case 9:
			lines = append(lines, one("clear", "end", "tick", "clear session=s2", "end session=s2"))
		case 10:
			now += []int{1, 59999, 60000, 299999, 300000, 600000}[pick(6)]
			lines = append(lines, "at "+fmt.Sprintf("+%d.%03ds", now/1000, now%1000), one("tick", "tick", "audit"))
		case 11:
			lines = append(lines, "configure actions=["+one(`{"id":"page.refund","effect":"page.money"}`, `{"id":"page.refund","confirm":"always"}`, `{"id":"page.note","risk":"danger"}`, `{"id":"page.set","description":"Other"}`, `{"id":"page.sign","confirm":"ask"}`)+"]")
		}
	}
	return spec.MustHistory(strings.Join(lines, "\n"))
}

// The law and our own gate read the page path on their own. On any story the gate that obeys is accused of
// nothing.
func TestOurOwnGateIsNotAccusedOnDrawnPages(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	draws := 1500
	if testing.Short() {
		draws = 150
	}
	accused, ran := 0, 0
	for seed := range draws {
		script := drawPage(dice(uint64(seed)))
		h, err := probes.Play(target, script)
		if err != nil {
			t.Fatalf("%v\n%s", err, script)
		}
		v := law.Judge(h, target.Hello())
		for _, u := range v.Uses {
			ran += len(u.Effects)
		}
		if b := append(v.Broken(), v.Compound...); len(b) > 0 && accused < 5 {
			accused++
			t.Errorf("seed %d: %s on %s: %s\n%s", seed, b[0].Clause.Slug, h[b[0].Event], b[0].Why, h)
		}
	}
	if ran < draws/10 {
		t.Errorf("only %d effects in %d stories: nothing was tried", ran, draws)
	}
}
