package probes

import (
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Stories about what policy lets pass, asks about and forbids.
var policyStories = []*Story{
	{Slug: "confirm-table", About: "Every confirmation word meets every scope: where the table asks the act waits for its yes, where it does not it runs.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			word := choose(pick, "writes", "always", "admin", "never")
			action := choose(pick, "mail.send", "mail.read", "mail.purge", "mail.scan")
			h := script(`open connectors=[{"id":"mail","ceiling":"admin","confirm":"`+word+`"}]`, `call m1 action=`+action)
			if asksFor(word, action) {
				h = append(h, script("allow m1", "call m1")...)
			}
			return h, true
		}},
	{Slug: "several-checks-fail", Needs: []string{"codes"}, About: "Several checks of policy fail at once, and the first is the cause.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			var fails []string
			if pick(2) == 1 {
				fails = append(fails, `"enabled":false`)
			}
			if pick(2) == 1 {
				fails = append(fails, `"agents":["a2"]`)
			}
			if pick(2) == 1 {
				fails = append(fails, `"accounts":["home"]`)
			}
			action, ceiling := "mail.send", "write"
			switch pick(3) {
			case 1:
				ceiling = "read"
			case 2:
				action = "mail.scan"
			}
			if ceiling == "read" || action == "mail.scan" {
				fails = append(fails, `"ceiling":"`+ceiling+`"`)
			}
			if len(fails) == 0 {
				return nil, false
			}
			return script(`open connectors=[{"id":"mail","ceiling":"admin","confirm":"never"}]`,
				`~open connectors=[{"id":"mail",`+strings.Join(fails, ",")+`}]`,
				`call m1 action=`+action), true
		}},
	{Slug: "undeclared-or-missing", About: "An action, a connector or a connection that the world does not know is called, or by an agent that names itself nothing.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			changed := choose(pick, `~action=mail.forward`, `~connector=fax`, `~connection=c9`, `~connection=k1`, `~action=chat.read`, `~agent=""`)
			if changed == `~agent=""` {
				return script(`open connectors=[{"id":"mail","agents":["a1"]}]`, `call m1 action=mail.read `+changed), true
			}
			return script(`call m1 action=mail.read ` + changed), true
		}},
	{Slug: "unknown-words", About: "A policy holds a word that nobody knows, and the act that it would let pass is presented.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			word := choose(pick, "wirte", "ADMIN", "", "none", "never ")
			switch pick(4) {
			case 0:
				return script(`open connectors=[{"id":"mail","confirm":"never"}]`, `~open connectors=[{"id":"mail","ceiling":`+spec.Quote(word)+`}]`, `call m1 action=mail.send`), true
			case 1:
				return script(`~open connectors=[{"id":"mail","confirm":`+spec.Quote(word)+`}]`, `call m1 action=mail.read`), true
			case 2:
				return script(`~open actions=[{"connector":"mail","id":"mail.read","scope":`+spec.Quote(word)+`}]`, `call m1 action=mail.read`), true
			}
			return script(`open connectors=[{"id":"mail","ceiling":"admin","confirm":"writes"}]`, `~open actions=[{"connector":"mail","id":"mail.read","scope":`+spec.Quote(word)+`}]`, `call m1 action=mail.read`), true
		}},
	{Slug: "restricted-while-open", About: "Policy is narrowed while the question is open or after the yes, and widened again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			narrow := choose(pick, `"ceiling":"read"`, `"enabled":false`, `"agents":[]`, `"accounts":["home"]`)
			h := script(`call m1 action=mail.send`)
			if pick(2) == 1 {
				h = append(h, script(`~configure connectors=[{"id":"mail",`+narrow+`}]`, `allow m1`)...)
			} else {
				h = append(h, script(`allow m1`, `~configure connectors=[{"id":"mail",`+narrow+`}]`)...)
			}
			return append(h, script(`call m1`)...), true
		}},
}

func asksFor(word, action string) bool {
	switch word {
	case "always":
		return true
	case "writes":
		return action == "mail.send" || action == "mail.purge"
	case "admin":
		return action == "mail.purge"
	}
	return false
}
