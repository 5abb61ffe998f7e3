package law

import (
	"testing"

	"sameact/spec"
)

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		risk, confirm, mode string
		want                level
		why                 levelReason
		reason              string
	}{
		{"danger", "", "danger", askLevel, byDefault, "what is dangerous is asked about"},
		{"write", "", "danger", noLevel, byDefault, "the rest is not"},
		{"write", "", "writes", askLevel, byDefault, "the stricter mode asks before writes"},
		{"read", "", "writes", noLevel, byDefault, "and not before reads"},
		{"write", "", "", noLevel, byDefault, "no mode is the default one"},
		{"write", "", "both", askLevel, byDefault, "a mode that nobody knows is the stricter one"},
		{"danger", "none", "writes", noLevel, asDeclared, "only a declared none loosens"},
		{"write", "ask", "danger", askLevel, stricter, "a declaration may ask for more"},
		{"danger", "ask", "danger", askLevel, asDeclared, "or for the same"},
		{"read", "always", "danger", alwaysLevel, stricter, "or for each time"},
		{"read", "Always", "danger", alwaysLevel, byUnknown, "a word that nobody knows is the strictest"},
		{"", "", "danger", askLevel, byUnknown, "a missing risk counts as the highest"},
		{"low", "", "danger", askLevel, byUnknown, "and so does one that nobody knows"},
	} {
		w := spec.World{ConfirmDefault: c.mode}
		got, why := levelOf(&w, spec.Action{ID: "page.do", Risk: c.risk, Confirm: c.confirm})
		if got != c.want || why != c.why {
			t.Errorf("%s: risk %q, confirm %q, mode %q is %s %s", c.reason, c.risk, c.confirm, c.mode, got, why)
		}
	}
}

func TestReferencesStandForWhatThePageHas(t *testing.T) {
	page, err := spec.PageState{}.With(spec.MustHistory(`call m1 page={"refs":{"row":{"id":7},"gone":null}}`)[0])
	if err != nil {
		t.Fatal(err)
	}
	b := &books{values: map[string]parsed{}}
	for _, c := range []struct {
		text, want string
		there      bool
		reason     string
	}{
		{`{"order":7}`, `{"order":7}`, true, "nothing to put in"},
		{`{"order":{"$ref":"row"}}`, `{"order":{"id":7}}`, true, "a reference is its value"},
		{`{"all":[{"$ref":"row"},1]}`, `{"all":[{"id":7},1]}`, true, "at any depth"},
		{`{"order":{"$ref":"gone"}}`, `{"order":{"$ref":"gone"}}`, false, "null is nothing any more"},
		{`{"order":{"$ref":"never"}}`, `{"order":{"$ref":"never"}}`, false, "and what never was is nothing"},
		{`{"order":{"$ref":"row","x":1}}`, `{"order":{"$ref":"row","x":1}}`, true, "an object with more in it is no reference"},
		{`{"order":{"$ref":7}}`, `{"order":{"$ref":7}}`, false, "a reference is named by a text"},
	} {
		if got, there := b.resolved(c.text, page); got != c.want || there != c.there {
			t.Errorf("%s: %s, %v", c.reason, got, there)
		}
	}
}

func TestMisfits(t *testing.T) {
	b := &books{values: map[string]parsed{}}
	for _, c := range []struct {
		parameters, args string
		fits             bool
		reason           string
	}{
		{``, `{"order":7}`, true, "no parameters mean any object"},
		{``, `[7]`, false, "but an object"},
		{`{"required":["order"]}`, `{"sum":7}`, false, "what is required is missing"},
		{`{"properties":{"order":{"type":"number"}}}`, `{"order":"7"}`, false, "a text is no number"},
		{`{"properties":{"order":{"type":"number"}}}`, `{"order":7}`, true, "a number is one"},
		{`{"properties":{"order":{"type":"integer"}}}`, `{"order":7.5}`, true, "a type that the law does not read is left to the gate"},
	} {
		if got := b.misfits([]byte(c.parameters), c.args); (got == "") != c.fits {
			t.Errorf("%s: %q", c.reason, got)
		}
	}
}

// Absent, null and the empty text are three values of a material parameter.
func TestMaterialValues(t *testing.T) {
	b := &books{values: map[string]parsed{}}
	a := spec.Action{Material: []string{"/to/0", "/sum"}}
	for _, c := range []struct {
		was, is string
		same    bool
		reason  string
	}{
		{`{"sum":5,"note":"a"}`, `{"note":"b","sum":5}`, true, "what is not material may differ"},
		{`{"sum":5}`, `{"sum":5.0}`, true, "one number has several spellings"},
		{`{"sum":null}`, `{}`, false, "null is not absent"},
		{`{"sum":""}`, `{"sum":null}`, false, "the empty text is not null"},
		{`{"to":["a"]}`, `{"to":["b"]}`, false, "a pointer goes into arrays"},
		{`{"to":["a","b"]}`, `{"to":["a"]}`, true, "and means one element only"},
	} {
		if got := b.sameMaterial(a, c.was, c.is); got != c.same {
			t.Errorf("%s: %s and %s: %v", c.reason, c.was, c.is, got)
		}
	}
}
