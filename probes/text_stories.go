package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories about arguments that have no single meaning, and unusual ones that do.
var textStories = []*Story{
	{Slug: "ambiguous-texts", Needs: []string{"text"}, About: "Arguments with no single meaning are asked about, or presented on a yes.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			bad := choose(pick,
				`{"to":"finance@corp.example","to":"press@corp.example"}`,
				`{"to":"a","\u0074o":"b"}`,
				`{"a":{"x":1,"x":1}}`,
				`{"to":"\ud800"}`,
				`{"\udc00":1}`,
				`{"to":"finance@corp.example"`,
				`{"to":["a",]}`,
				`{'to':'a'}`,
				`{"n":01}`,
				`{"n":NaN}`,
				`{"to":"a"} {"to":"b"}`,
				"{\"to\":\"a\nb\"}",
				``,
				"\ufeff{}",
				`{"to":"a"/*c*/}`)
			f := "~text=" + spec.Quote(bad)
			if pick(2) == 1 {
				return script(`call m1 action=mail.send args={"to":"a"}`, `allow m1`, `call m1 `+f), true
			}
			return script(`call m1 action=mail.send args={"to":"a"} `+f, `allow m1`, `call m1`), true
		}},
	{Slug: "ambiguous-bytes", Needs: []string{"bytes"}, About: "Arguments that are not UTF-8 are asked about, or presented on a yes.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			bad := choose(pick, "{\"to\":\"\xff\"}", "{\"to\":\"\xc0\xaf\"}", "{\"to\":\"\xed\xa0\x80\"}", "{\"\x80\":1}")
			f := "~bytes=" + spec.SpellBase64([]byte(bad))
			if pick(2) == 1 {
				return script(`call m1 action=mail.send args={"to":"a"}`, `allow m1`, `call m1 `+f), true
			}
			return script(`call m1 action=mail.send args={"to":"a"} `+f, `allow m1`, `call m1`), true
		}},
	{Slug: "unusual-texts", Needs: []string{"text"}, About: "Arguments that have one meaning, and that a gate may refuse to be asked about, are presented on the yes for others.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			text := choose(pick, `{"n":9007199254740993}`, `{"n":1e400}`, `{"n":0.10000000000000001}`, `{"n":1e-400}`, `["a"]`, `null`, `{"s":"\uffff"}`)
			return script(`call m1 action=mail.send args={"to":"a"}`, `allow m1`, `call m1 ~text=`+spec.Quote(text)), true
		}},
	{Slug: "names-in-two-orders", About: "Two names that some order takes for equal, or sorts otherwise, stand in the one order and in the other.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			pair := choose(pick, [2]string{"hash", "Hash"}, [2]string{"a", "ä"}, [2]string{"caf\u00e9", "cafe\u0301"}, [2]string{"co-op", "coop"}, [2]string{"t\u200bo", "to"},
				[2]string{"\ufb33", "\U0001f600"}, [2]string{"y", "i"}, [2]string{"aa", "z"}, [2]string{"10", "9"}, [2]string{"", "a"}, [2]string{"__proto__", "constructor"})
			one, two := spec.Quote(pair[0])+":1", spec.Quote(pair[1])+":2"
			return script(`call m1 action=mail.send args={`+one+`,`+two+`}`, `allow m1`, `call m1 args={`+two+`,`+one+`}`), true
		}},
	{Slug: "addresses-alike", About: "A recipient becomes one that a careless reader takes for the same.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			other := choose(pick, "finance@CORP.example", "Finance@corp.example", "finance@corp.example ", "finance@corp.example.", "finance+x@corp.example", "finance@corp.examp1e", "\"finance\"@corp.example")
			return script(`call m1 action=mail.send args={"to":["finance@corp.example"]}`, `allow m1`, `call m1 ~args={"to":[`+spec.Quote(other)+`]}`), true
		}},
	{Slug: "truth-and-one", About: "A truth becomes a number or a text that many languages take for equal.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			pair := choose(pick, [2]string{"true", "1"}, [2]string{"false", "0"}, [2]string{"1", "true"}, [2]string{"true", `"true"`}, [2]string{"false", "null"}, [2]string{"0", `""`})
			return script(`call m1 action=mail.send args={"urgent":`+pair[0]+`}`, `allow m1`, `call m1 ~args={"urgent":`+pair[1]+`}`), true
		}},
	{Slug: "names-of-nothing", About: "A member that holds nothing, in one way or another, stands under a name that only looks the same.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			value := choose(pick, `null`, `""`, `[]`, `{}`, `false`, `0`)
			return script(`call m1 action=mail.send args={"cc":`+value+`,"to":"a"}`, `allow m1`, `call m1 ~args={"CC":`+value+`,"to":"a"}`), true
		}},
	{Slug: "numbers-apart", Needs: []string{"text"}, About: "Two numbers that a reader of doubles takes for one are two acts.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			pair := choose(pick, [2]string{"9007199254740992", "9007199254740993"}, [2]string{"0.1", "0.10000000000000001"}, [2]string{"0", "1e-400"}, [2]string{"1e308", "1e309"}, [2]string{"1152921504606846976", "1152921504606847000"})
			return script(`call m1 action=mail.send text=`+spec.Quote(`{"id":`+pair[0]+`}`), `allow m1`, `call m1 ~text=`+spec.Quote(`{"id":`+pair[1]+`}`)), true
		}},
}
