package law

import (
	"encoding/json"
	"testing"

	"sameact/spec"
)

func TestMayMisfit(t *testing.T) {
	for _, c := range []struct {
		parameters, arguments string
		may                   bool
		reason                string
	}{
		{``, `{"to":"a"}`, false, "no parameters means any object"},
		{`{"type":"object"}`, `{"to":"a"}`, false, "an object is asked for, and is there"},
		{`{"required":["to"]}`, `{"to":"a"}`, false, "what is required is there"},
		{`{"required":["cc"]}`, `{"to":"a"}`, true, "what is required is missing"},
		{`{"properties":{"to":{"type":"string"}}}`, `{"to":"a"}`, true, "the law does not read what a member has to be"},
		{`{"properties":{"cc":{"type":"string","default":"x"}}}`, `{"to":"a"}`, false, "a member that is not given"},
		{`{"additionalProperties":false}`, `{"to":"a"}`, true, "a keyword that the law does not read"},
		{`{"0000":"000000","required":["00"]}`, `{}`, true, "found by fuzzing: a refusal was taken for a broken promise"},
		{`true`, `{}`, true, "no object at all"},
	} {
		v, err := spec.ParseValue(c.arguments)
		if err != nil {
			t.Fatal(err)
		}
		if got := mayMisfit(json.RawMessage(c.parameters), v); got != c.may {
			t.Errorf("%s: %v", c.reason, got)
		}
	}
}

// An honest gate refuses what does not fit, and nothing is broken by that.
func TestWhatDoesNotFitMayBeRefused(t *testing.T) {
	h := spec.MustHistory(`
		open actions=[{"id":"mail.send","connector":"mail","parameters":{"required":["to"]}}]
		call m1 action=mail.send args={"body":"x"}
		< refused code=arguments_invalid`)
	hello := spec.Hello{Chapters: Chapters, Binds: []string{"action", "arguments"}, Features: []string{"text"}}
	if b := Judge(h, hello).Broken(); len(b) > 0 {
		t.Errorf("%s: %s", b[0].Clause.Slug, b[0].Why)
	}
	h[1] = spec.MustHistory(`call m1 action=mail.send args={"to":"a"}`)[0]
	if len(Judge(h, hello).Broken()) == 0 {
		t.Error("refusing what fits is a broken promise")
	}
}
