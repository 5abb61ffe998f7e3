package corpus

import (
	"encoding/json"
	"strings"
	"testing"

	"sameact/spec"
)

func side(asked, preview, full string, marks ...spec.Mark) Shown {
	return Shown{Asked: json.RawMessage(asked), Preview: json.RawMessage(preview), Full: json.RawMessage(full), Marks: marks}
}

func same(asked string, marks ...spec.Mark) Shown { return side(asked, asked, asked, marks...) }

func TestCheckPreview(t *testing.T) {
	masked := spec.Mark{At: "/password", Kind: "masked"}
	cut := spec.Mark{At: "/body", Kind: "cut"}
	for _, c := range []struct {
		reason, expect string
		a, b           Shown
		want           string // a part of the only complaint; "" for none
	}{
		{"a masked secret", `{"must_not_contain":["tulip"],"must_contain":["finance@corp.example"],"must_flag":["masked"]}`,
			side(`{"to":"finance@corp.example","password":"tulip"}`, `{"to":"finance@corp.example","password":"•"}`, "", masked),
			side(`{"to":"finance@corp.example","password":"daisy"}`, `{"to":"finance@corp.example","password":"•"}`, "", masked), ""},
		{"a secret that is shown, behind a JSON escape", `{"must_not_contain":["tulip"]}`, same(`{"password":"\u0074ulip"}`), same(`{}`), `a: the preview holds "tulip"`},
		{"a secret that only the full view shows", `{"must_not_contain":["tulip"]}`, same(`{}`), side(`{"password":"tulip"}`, `{"password":"•"}`, `{"password":"tulip"}`), `b: the full view holds "tulip"`},
		{"a secret in the note of its mask", `{"must_not_contain":["tulip"]}`, same(`{}`, spec.Mark{At: "/password", Kind: "masked", Note: "was tulip"}), same(`{}`), "a: the preview holds"},
		{"a mask that nothing marks", `{"must_flag":["masked"]}`, same(`{}`, masked), same(`{}`), "b: nothing is marked as masked"},
		{"a value hidden behind a name that sounds secret", `{"must_contain_b":["4000"]}`, same(`{"max_tokens":100}`), side(`{"max_tokens":4000}`, `{"max_tokens":"•"}`, ""), `b: the preview does not hold "4000"`},
		{"a number and a truth count as shown", `{"must_contain_b":["4000","false"]}`, same(`{}`), same(`{"n":4000,"pinned":false}`), ""},
		{"a control character as it is", `{"must_not_contain_raw":["\u001b"]}`, same(`{}`), same(`{"body":"\u001b[2K"}`), "as it is"},
		{"a control character spelled out", `{"must_not_contain_raw":["\u001b"],"must_flag_b":["control"]}`, same(`{}`), side(`{"body":"\u001b[2K"}`, `{"body":"\\u{1b}[2K"}`, "", spec.Mark{At: "/body", Kind: "escaped"}), ""},
		{"a look-alike that nothing flags", `{"must_flag_b":["confusable"]}`, same(`{}`), same(`{"to":"scope"}`, spec.Mark{At: "/to", Kind: "escaped"}), "b: nothing is marked as confusable"},
		{"a look-alike that a note names", `{"must_flag_b":["confusable"]}`, same(`{}`), same(`{"to":"scope"}`, spec.Mark{At: "/to", Kind: "flag", Note: "confusable letters"}), ""},
		{"a secret deep down, cut off", `{"must_flag_any":["masked","truncated"]}`, same(`{}`, cut), same(`{}`, masked), ""},
		{"a secret deep down, neither masked nor cut", `{"must_flag_any":["masked","truncated"]}`, same(`{}`, cut), same(`{}`), "b: nothing is marked as one of"},
		{"a text shown whole needs no mark", `{"flag_if_cut":"truncated"}`, same(`{"body":"Q3 is done"}`), same(`{"body":"Q3 is late"}`), ""},
		{"a text cut and marked", `{"flag_if_cut":"truncated"}`, side(`{"body":"Q3 is done"}`, `{"body":"Q3"}`, "", cut), same(`{}`), ""},
		{"a text cut and not marked", `{"flag_if_cut":"truncated"}`, side(`{"body":"Q3 is done"}`, `{"body":"Q3"}`, ""), same(`{}`), `a: "/body" is not shown whole`},
		{"a mark of another kind does not cover a cut", `{"flag_if_cut":"truncated"}`, side(`{"body":"Q3 is done"}`, `{"body":"Q3"}`, "", spec.Mark{At: "/body", Kind: "escaped"}), same(`{}`), `a: "/body" is not shown whole`},
		{"a member left out", `{"flag_if_cut":"truncated"}`, side(`{"to":"x","cc":"y"}`, `{"to":"x"}`, ""), same(`{}`), `a: "" is not shown whole`},
		{"a list that says how many it has", `{"must_show_count":true}`, side(`{"to":[1,2,3]}`, `{"to":[1]}`, "", spec.Mark{At: "/to", Kind: "cut", Note: "3 items"}), same(`{}`), ""},
		{"a list that does not say how many it has", `{"must_show_count":true}`, side(`{"to":[11,12,13]}`, `{"to":[11]}`, "", spec.Mark{At: "/to", Kind: "cut"}), same(`{}`), `a: the list at "/to"`},
		{"two bodies that look the same", `{"distinguishable":true}`, side(`{"body":"Q3 a"}`, `{"body":"Q3"}`, "", cut), side(`{"body":"Q3 b"}`, `{"body":"Q3"}`, "", cut), "a and b look the same"},
		{"two bodies that only a note tells apart", `{"distinguishable":true}`, side(`{"body":"Q3 a"}`, `{"body":"Q3"}`, "", spec.Mark{At: "/body", Kind: "cut", Note: "51c0"}), side(`{"body":"Q3 b"}`, `{"body":"Q3"}`, "", spec.Mark{At: "/body", Kind: "cut", Note: "77e1"}), ""},
		{"two bodies that only the full view tells apart", `{"distinguishable":true}`, side(`{"body":"Q3 a"}`, `{"body":"Q3"}`, `{"body":"Q3 a"}`, cut), side(`{"body":"Q3 b"}`, `{"body":"Q3"}`, `{"body":"Q3 b"}`, cut), ""},
		{"a mask that tells the length", `{"masks_equal":true}`, side(`{"password":"ab"}`, `{"password":"••"}`, "", masked), side(`{"password":"abab"}`, `{"password":"••••"}`, "", masked), "the masks at"},
		{"masks that tell nothing", `{"masks_equal":true}`, side(`{"password":"ab"}`, `{"password":"•"}`, "", masked), side(`{"password":"abab"}`, `{"password":"•"}`, "", masked), ""},
		{"a character cut in two, as a lone surrogate", `{"must_be_valid_utf8":true}`, side(`{"body":"\ud83d\ude00"}`, `{"body":"\ud83d"}`, ""), same(`{}`), "a: the preview is no JSON"},
		{"a character cut in two, as a replacement", `{"must_be_valid_utf8":true}`, side(`{"body":"\ud83d\ude00"}`, `{"body":"\ufffd"}`, ""), same(`{}`), "a: a character is cut in two"},
		{"a replacement character that was asked about", `{"must_be_valid_utf8":true}`, same(`{"body":"\ufffd"}`), same(`{}`), ""},
		{"a preview that is no JSON", `{}`, side(`{}`, `{`, ""), same(`{}`), "a: the preview is no JSON"},
		{"what nobody can promise is not asked for", `{"must_not_contain":["tulip"],"best_effort":true}`, same(`{"body":"the password is tulip"}`), same(`{}`), ""},
		{"advice is not asked for", `{"should_flag_b":["markup"]}`, same(`{}`), same(`{"body":"<b>"}`), ""},
		{"an expectation that is none", `{"must_rhyme":true}`, same(`{}`), same(`{}`), "the expectations cannot be read"},
	} {
		got := CheckPreview(json.RawMessage(c.expect), c.a, c.b)
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: complaints %q, want none", c.reason, got)
		case c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)):
			t.Errorf("%s: complaints %q, want one with %q", c.reason, got, c.want)
		}
	}
}

func TestSidesAreTheTwoQuestions(t *testing.T) {
	for _, c := range []struct{ reason, lines, a, b string }{
		{"the change at the presentation", "call m1 action=mail.send args={\"to\":\"x\"}\nallow m1\ncall m1 ~args={\"to\":\"y\"}\n",
			"call m1 action=mail.send args={\"to\":\"x\"}\n", "call m1 action=mail.send args={\"to\":\"y\"}\n"},
		{"the change in another form", "call m1 action=mail.send args={}\nallow m1\ncall m1 ~text=\"{ }\"\n",
			"call m1 action=mail.send args={}\n", "call m1 action=mail.send text=\"{ }\"\n"},
		{"the change at the ask", "call m1 action=mail.send text=\"{}\" ~text=\"{\"\n",
			"call m1 action=mail.send text=\"{}\"\n", "call m1 action=mail.send text=\"{\"\n"},
		{"no change", "open confirmDefault=writes\ncall m1 action=mail.send args={}\n",
			"open confirmDefault=writes\ncall m1 action=mail.send args={}\n", "open confirmDefault=writes\ncall m1 action=mail.send args={}\n"},
		{"nothing asked", "tick\n", "", ""},
	} {
		a, b := Sides(spec.Case{Lines: spec.MustHistory(c.lines)})
		if a.String() != c.a || b.String() != c.b {
			t.Errorf("%s: sides\n%s%swant\n%s%s", c.reason, a, b, c.a, c.b)
		}
	}
}

func TestEveryPreviewHeaderCanBeRead(t *testing.T) {
	for _, e := range all(t) {
		if e.Case.Preview == nil {
			continue
		}
		a, b := Sides(e.Case)
		if len(a) == 0 || len(b) == 0 {
			t.Errorf("%s: it has a preview and asks nothing", e.Path)
		}
		for _, complaint := range CheckPreview(e.Case.Preview, same(`{}`), same(`{}`)) {
			if strings.Contains(complaint, "cannot be read") {
				t.Errorf("%s: %s", e.Path, complaint)
			}
		}
	}
}
