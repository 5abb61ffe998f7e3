package probes_test

import (
	"strings"
	"testing"

	"sameact/probes"
	"sameact/spec"
)

// What a story answers one by one is told to a gate that has a turn answered as a whole in one list.
func TestATurnIsAnsweredAsAWhole(t *testing.T) {
	one := spec.Hello{Features: []string{"batch-whole"}}
	both := spec.Hello{Features: []string{"batch", "batch-whole"}}
	runs := spec.Hello{Features: []string{"batch-whole", "resumes", "state", "tamper"}}
	const turn = `turn calls=[["m1",{"action":"mail.send"}],["m2",{"action":"mail.delete"}]]`
	for _, c := range []struct {
		hello  spec.Hello
		script []string
		told   []string // empty: as it is
		reason string
	}{
		{one, []string{"allow m1", "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "what nobody answers is denied"},
		{both, []string{"allow m1", "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "also where a gate says that it takes both"},
		{one, []string{`decide decisions=[["m2","deny"],["m1","allow"]]`, "call m1"}, nil, "a whole list stays as it is"},
		{one, []string{`decide decisions=[["m1","allow"]]`, "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "a part of one is filled"},
		{one, []string{"deny m2", "configure", "allow m1", "call m1"}, []string{"configure", `decide decisions=[["m2","deny"],["m1","allow"]]`, "call m1"}, "the list stands where the last answer stands"},
		{one, []string{"allow m1", "call m1", "allow m2", "call m2"}, []string{`decide decisions=[["m1","allow"],["m2","allow"]]`, "call m1", "call m2"}, "before an act is presented, and takes later answers with it"},
		{one, []string{"allow m1", "call m1", "~allow m2", "call m2"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]] ~decisions=[["m1","allow"],["m2","allow"]]`, "call m1", "call m2"}, "an answer that is the change is the change of the list"},
		{one, []string{"~allow m1", "call m1"}, []string{`~decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "where nothing else is answered, the list is"},
		{one, []string{`decide m1 decision=allow ~decision=1`, "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]] ~decisions=[["m1",1],["m2","deny"]]`, "call m1"}, "as what it says may be"},
		{one, []string{"allow m1 ~by=u2", "allow m1", "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]] ~by=u2`, `decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "an answer that may not count leaves its turn open, and the next one is whole again"},
		{one, []string{"allow m1", "allow m1", "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]]`, "allow m1", "call m1"}, "one that counts does not"},
		{one, []string{"allow m1 pause=before-settle", "crash", "allow m1", "call m1"}, []string{`decide decisions=[["m1","allow"],["m2","deny"]] pause=before-settle`, "crash", `decide decisions=[["m1","allow"],["m2","deny"]]`, "call m1"}, "nor does one that was cut short count for certain"},
		{one, []string{`~decide decisions=[["m1","allow"]]`, `decide decisions=[["m1","allow"],["m2","deny"]]`}, nil, "a list that is the change is given as it stands"},
		{runs, []string{"allow m1", `call m1 ~args={"id":2}`}, []string{`~tamper m1 ~args={"id":2}`, `decide decisions=[["m1","allow"],["m2","deny"]]`}, "a gate that runs acts is told both"},
		{spec.Hello{Features: []string{"batch"}}, []string{"allow m1", "call m1"}, nil, "one that takes single answers is told as it is"},
	} {
		script := spec.MustHistory(turn + "\n" + strings.Join(c.script, "\n"))
		want := script
		if c.told != nil {
			want = spec.MustHistory(turn + "\n" + strings.Join(c.told, "\n"))
		}
		told, ok := probes.Told(script, c.hello)
		if !ok || told.String() != want.String() {
			t.Errorf("%s:\n%stold (%v)\n%swant\n%s", c.reason, script, ok, told, want)
		}
		if again, _ := probes.Told(told, c.hello); again.String() != told.String() {
			t.Errorf("%s: told twice\n%s", c.reason, again)
		}
	}
}

// What is not asked about is not answered.
func TestOnlyWhatIsAskedAboutIsInTheList(t *testing.T) {
	for _, c := range []struct{ script, reason string }{
		{"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.read\"}]]\nallow m1\n", "policy lets the other one run"},
		{"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.purge\"}]]\nallow m1\n", "policy forbids it"},
		{"open connectors=[{\"id\":\"mail\",\"confirm\":\"never\"}]\nturn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.delete\"}]]\nallow m1\n", "nothing is asked about"},
		{"call m1 action=mail.send\ncall m2 action=mail.delete\nallow m1\n", "there is no turn"},
	} {
		told, ok := probes.Told(spec.MustHistory(c.script), spec.Hello{Features: []string{"batch-whole"}})
		if !ok || told.String() != c.script {
			t.Errorf("%s: told (%v)\n%s", c.reason, ok, told)
		}
	}
}
