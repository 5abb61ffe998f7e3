package probes

import (
	"fmt"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Stories about what the person is shown. Each is allowed and presented, so that the gate that shows
// is one that also runs.
var previewStories = []*Story{
	{Slug: "shown-secrets", Needs: []string{"question"}, About: "Arguments hold secrets under their usual names, at the top and deep inside, beside names that only sound so.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			names := []string{"password", "token", "authorization", "secret", "api_key", "cookie", "credential", "clientSecret", "access-token", "X-Api-Key", "user password"}
			values := []string{`"hunter2-EXAMPLE-9931"`, `"Bearer EXAMPLE.7731.alpha"`, `773199310042`, `["EXAMPLE-first-11","EXAMPLE-second-22"]`, `{"value":"EXAMPLE-inner-33"}`}
			n, depth := pick(len(names)), pick(3)
			secret := spec.Quote(names[n]) + ":" + values[(n+depth)%len(values)] // each name meets some values, each value some names
			switch depth {
			case 1:
				secret = `"config":{"servers":[{` + secret + `}]}`
			case 2:
				secret = `"a":{"b":{"c":{"d":{"e":{"f":{"g":{` + secret + `}}}}}}}`
			}
			return allowed(`{"to":["finance@corp.example"],` + secret + `}`), true
		}},
	{Slug: "shown-names", Needs: []string{"question"}, About: "A name only contains a word such as token, and its value is part of what is decided.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			member := choose(pick, `"max_tokens":4096`, `"secret_santa":"team@corp.example"`, `"cookie_policy":"strict"`, `"X-Token-Forward-To":"press@corp.example"`, `"author":"finance@corp.example"`, `"password_hint_shown":"yes"`)
			return allowed(`{` + member + `,"body":"Q3 is done"}`), true
		}},
	{Slug: "shown-long", Needs: []string{"question"}, About: "Arguments are long, wide or deep, up to what a gate has to take.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			switch pick(6) {
			case 0:
				return allowed(`{"body":"` + strings.Repeat("Progress update. ", 40) + `"}`), true
			case 1:
				return allowed(`{"body":"` + strings.Repeat("Progress update. ", 12000) + `"}`), true
			case 2:
				return allowed(`{"to":[` + strings.TrimSuffix(strings.Repeat(`"finance@corp.example",`, 10000), ",") + `]}`), true
			case 3:
				return allowed(`{"v":` + strings.Repeat(`[`, 120) + `"deep"` + strings.Repeat(`]`, 120) + `}`), true
			case 4:
				return allowed(`{` + manyMembers(2000) + `}`), true
			}
			return allowed(`{"rows":[` + strings.TrimSuffix(strings.Repeat(`{"to":"finance@corp.example","amount":10},`, 60), ",") + `]}`), true
		}},
	{Slug: "shown-imitations", Needs: []string{"question"}, About: "Data spells what marks of previews look like.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			text := choose(pick, `[redacted]`, `…`, `[+5 items]`, `***`, `<masked>`, `[truncated]`, `(cut)`)
			return allowed(`{"to":["finance@corp.example"],"note":` + spec.Quote(text) + `}`), true
		}},
	{Slug: "shown-invisible", Needs: []string{"question"}, About: "Texts hold controls, bidi and zero-width characters and terminal escapes.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			escape := choose(pick, `\u001b[2K`, `\u202e`, `\u200b`, `\u0007`, `\u2066`, `\u00ad`, `\ufeff`, `\u009b`, `\u200d`)
			switch pick(2) {
			case 0:
				return allowed(`{"to":["finance@corp.example"],"body":"deploy w` + escape + `eb"}`), true
			}
			return allowed(`{"to":["finance@corp.example"],"no` + escape + `te":"x"}`), true
		}},
	{Slug: "shown-plain", Needs: []string{"question"}, About: "Ordinary arguments of every type are shown as they are.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return allowed(choose(pick,
				`{"to":["finance@corp.example","press@corp.example"],"body":"Q3 is done","urgent":true}`,
				`{"amount":12.5,"currency":"EUR","note":null,"tags":[],"meta":{}}`,
				`{"subject":"Straße 12","body":"naïve café"}`,
				`{"rows":[{"id":1,"ok":false},{"id":2,"ok":true}]}`)), true
		}},
}

// drawnPreview shows a drawn mix of what previews get wrong.
func drawnPreview(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
	members := []string{`"to":["finance@corp.example"]`}
	add := func(name, value string) { members = append(members, spec.Quote(name)+":"+value) }
	if pick(2) == 1 {
		add(choose(pick, "password", "apiKey", "access_token", "session-cookie", "Authorization", "clientSecret", "credential"), spec.Quote(fmt.Sprintf("EXAMPLE-%d-secret", 1000+pick(9000))))
	}
	if pick(3) == 1 {
		add("body", spec.Quote(strings.Repeat("Progress update. ", 1+pick(1200))))
	}
	if pick(3) == 1 {
		add("rows", "["+strings.TrimSuffix(strings.Repeat(`{"amount":10,"token":"EXAMPLE-row-77"},`, 1+pick(80)), ",")+"]")
	}
	if pick(3) == 1 {
		depth := 1 + pick(90)
		add("deep", strings.Repeat(`{"in":`, depth)+`"x"`+strings.Repeat(`}`, depth))
	}
	if pick(3) == 1 {
		add(choose(pick, "max_tokens", "secret_santa", "cookie_policy"), choose(pick, `4096`, `"press@corp.example"`, `"strict"`))
	}
	if pick(3) == 1 {
		add("note", choose(pick, `"[redacted]"`, `"w\u200beb"`, `"\u001b[2K"`, `"…"`, `"\u202eexe"`))
	}
	return allowed("{" + strings.Join(members, ",") + "}"), true
}

func allowed(args string) spec.History {
	return script(`call m1 action=mail.send args=`+args, `allow m1`, `call m1`)
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"field%d":"value %d"`, i, i)
	}
	return b.String()
}
