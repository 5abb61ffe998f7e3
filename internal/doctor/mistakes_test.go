package doctor

import (
	"os"
	"strings"
	"testing"
	"time"

	"sameact/impl/remote"
	"sameact/spec"
)

// examined tries the stranger with a mistake, "" for none.
func examined(t *testing.T, mistake, features string, rounds []round) []Check {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return examine(func() (spec.Target, error) {
		return remote.Command([]string{self}, remote.Options{AnswerLimit: 2 * time.Second,
			Env: []string{mistakeKey + "=" + mistake, featuresKey + "=" + features, chaptersKey + "=" + known}})
	}, rounds)
}

// everything is what the stranger can do, in the style in which the yes runs the act.
const (
	everything = "resumes state tamper forge hold then batch call-id claims text bytes several expiry audit question raw-decision sync-points durable"
	presented  = "batch-whole call-id claims text bytes several expiry audit question raw-decision sync-points durable"
	known      = "binding policy resume confirm handoff"
)

func TestAnHonestProgramWorks(t *testing.T) {
	for _, row := range []struct{ way, features string }{
		{"", ""}, {"", "resumes"}, {"", "question"}, {"", everything}, {"", presented}, {"", "state resumes several"}, {"", "expiry"},
		{"serves-meanwhile", ""}, {"serves-meanwhile", "resumes question"},
	} {
		for _, c := range examined(t, row.way, row.features, rounds) {
			if !c.OK || c.Doubt {
				t.Errorf("%s, %s: %s does not work: %s; fix: %s %s", row.way, row.features, c.Name, c.Saw, c.Fix, c.Stderr)
			}
		}
	}
}

// Each mistake is found in the step where it belongs, with what was seen and what to do.
var mistakes = []struct {
	mistake  string
	features string
	step     string
	saw, fix string // parts of it
	reason   string
}{
	{"prints", "", "call", "not a line of JSON", "standard error", "a log among the messages"},
	{"prints-json", "", "call", "loading tools", "standard error", "a log that is JSON"},
	{"wrong-id", "", "call", "not open, 4711", "the id that it came with", "another id than the request's"},
	{"no-id", "", "call", "not open", "the id that it came with", "no id at all"},
	{"no-jsonrpc", "", "handshake", `"jsonrpc":"2.0"`, `"jsonrpc":"2.0"`, "JSON, and no JSON-RPC"},
	{"misspelt-feature", "", "declaration", "several?", "part 6", "a feature nobody knows"},
	{"misspelt-bind", "", "declaration", "principal?", "part 6", "a field nobody knows"},
	{"misspelt-chapter", "", "declaration", "lifecycle?", "part 6", "a chapter nobody knows"},
	{"no-gate", "", "declaration", "gate, its name and version, is missing", "part 6", "a gate without a name"},
	{"no-chapters", "", "declaration", "no chapter is declared", "part 6", "nothing to judge"},
	{"chapters-text", "", "handshake", `"chapters" cannot be a text`, "part 6", "a text where a list belongs"},
	{"no-binds", "", "declaration", "needs action and arguments in binds", "part 6", "binding of nothing"},
	{"protocol-2", "", "handshake", `protocol "2"`, `"protocol":"1"`, "another version"},
	{"protocol-number", "", "handshake", "protocol 1", `"protocol":"1"`, "a version that is no text"},
	{"holds-missing", "resumes state", "declaration", "state goes with holds", "part 6", "state, and nobody says who holds the call"},
	{"", "hold", "declaration", "hold goes with resumes", "part 6", "a decision can be held where it runs the act"},
	{"", "then", "declaration", "then goes with resumes", "part 6", "a run goes on where the decision runs the act"},
	{"", "store-faults", "declaration", "store-faults goes with durable", "part 6", "no store to damage"},
	{"tick-missing", "expiry", "methods", "tick, owed with expiry", "write tick, or do not declare expiry", "a feature without its method"},
	{"audit-missing", "audit", "methods", "audit, owed with audit", "write audit, or do not declare", "an audit nobody can read"},
	{"turn-missing", "batch", "turn", "turn", "write turn, or declare neither", "a batch without turns"},
	{"tamper-missing", "resumes state tamper", "tamper", "tamper", "write tamper, or do not declare", "an attack nobody wrote"},
	{"tamper-missing", "resumes state forge", "forge", "tamper without request", "do not declare forge", "a forgery nobody wrote"},
	{"resume-missing", "", "methods", "resume, owed with resume", "write resume, or do not declare", "a chapter without its method"},
	{"configure-missing", "", "methods", "configure, owed with policy", "write configure, or do not declare", "policy that cannot change"},
	{"clear-missing", "", "methods", "clear, owed with confirm", "write clear", "a page that cannot be cleared"},
	{"finish-missing", "", "methods", "finish, owed with handoff", "write finish", "a handoff that cannot end"},
	{"state-missing", "resumes state", "call", "none was given", "newest state with every answer", "state that never travels"},
	{"state-undeclared", "resumes", "call", "state is not declared", "declare state and holds", "state that is never brought back"},
	{"no-request", "", "call", "without a request", "give the question's address", "a question nobody can answer"},
	{"early-effect", "", "effect held", "executed, while effect was not answered", "await the answer to effect", "it does not wait for what the tool says"},
	{"early-effect", "resumes", "effect held", "executed, while effect was not answered", "await the answer to effect", "the same where the yes runs the act"},
	{"early-show", "question", "show held", "pending, while show was not answered", "await the answer to show", "nobody has seen the question yet"},
	{"late-effect", "", "effect", "came after the answer", "await the answer to effect", "it says done before it does"},
	{"no-effect", "", "effect", "0 effects arrived", "as one effect", "it says done and does nothing"},
	{"runs-twice", "", "effect", "2 effects arrived", "once", "it does it twice"},
	{"never-spends", "", "again", "the same approval ran the act twice", "spend an approval", "one yes for ever"},
	{"runs-unasked", "", "call", "before anybody was asked", "ask before a write", "no gate at all"},
	{"takes-no-yes", "", "decide", "after a yes by u1", "as a yes", "a yes is a no"},
	{"unawaited-effect", "resumes", "decide", "unknown, and an effect arrived and was replied to with success", "inside the tool's body", "the tool does not wait, and nobody knows"},
	{"unawaited-effect", "", "effect", "unknown, and an effect arrived and was replied to with success", "inside the tool's body", "the same where the act is presented again"},
	{"forgets-the-reply", "resumes", "decide", "failed, and an effect arrived and was replied to with success", "hand on what it says", "it waits, and does not listen"},
	{"forgets-the-reply", "", "effect", "failed, and an effect arrived and was replied to with success", "hand on what it says", "the same where the act is presented again"},
	{"runs-behind", "resumes", "decide", "nothing_ran, and an effect arrived behind the answer", "inside the tool's body", "the run is not awaited at all"},
	{"awaits-only-the-first", "resumes", "effect held", "unknown, while effect was not answered", "inside the tool's body", "it answered before it could know"},
	{"no-is-a-yes", "resumes", "deny", "executed, for a no, and an effect arrived", "only \"allow\" lets an act run", "every answer is a yes"},
	{"no-is-executed", "resumes", "deny", "executed, for a no, and no effect arrived", "answer refused, code denied", "what was denied is called done"},
	{"no-is-executed", "", "deny", "executed, for a no, and no effect arrived", "answer refused, code denied", "the same where the act is presented again"},
	{"no-is-a-yes", "", "deny", "recorded, for a no, and no effect arrived", "answer refused, code denied", "every answer is put on record"},
	{"no-is-thrown", "", "deny", "decide with deny", "run nothing, and answer refused", "an exception where a denial belongs"},
	{"no-is-caught", "resumes", "deny", "was the system below told?", "throws on a no by itself, leave it", "an exception that is called a denial"},
	{"no-asks-again", "resumes", "deny", "pending, for a no", "asks again by itself, leave it", "a denied question stays open"},
	{"no-is-forgotten", "", "deny", "denied and presented all the same", "denied-runs-nothing judges that", "a denied act runs when it is presented"},
	{"no-is-stateless", "resumes state", "deny", "without a state, and the answer to a yes has one", "a denial's too", "what the no changed does not travel"},
	{"effect-without-action", "", "effect", "an effect has an action and arguments", "part 4", "what ran is not said"},
	{"effect-without-arguments", "", "effect", "an effect has an action and arguments", "part 4", "with what it ran is not said"},
	{"no-show", "question", "call", "nothing was shown", "send show before answering pending", "a question nobody sees"},
	{"shows-other-id", "question", "call", `shown as "turn-1"`, "the same and unaltered", "the address is hidden"},
	{"deletes", "", "folder", "was gone after open", "delete nothing in stateDir", "it tidies up what it has to go on with"},
	{"remembers", "", "open again", "executed, for a yes of a place that is gone", "open begins anew", "a map that outlives its history"},
	{"remembers", "resumes", "open again", "executed, for a yes of a place that is gone", "open begins anew", "the same where the yes runs the act"},
	{"machine-clock", "question", "clock", "expiresAt is", "take the time from now", "expiry by the machine's clock"},
	{"machine-clock", "expiry", "clock", "twenty minutes ago", "take the time from now", "the same, where nothing is shown"},
	{"drops-requests", "", "overlap", "no answer to call", "serve them or queue them", "requests that come meanwhile are lost"},
	{"takes-any-line", "", "overlap", "while effect waited", "only a message without method is an answer", "a request is taken for the answer"},
	{"shares-counts", "", "overlap", "the other: effect refused with -32010, answered executed", "never by a variable that requests share", "one act's success is taken for the other's"},
	{"shares-counts", "resumes", "overlap", "the other: effect refused with -32010, answered executed", "by a context or an async-local", "the same where the yes runs the act"},
	{"swallows-errors", "", "overlap", "executed, for an act whose effect was refused", "said-is-done judges that", "an error is a result, with or without another act"},
	{"session-in-request", "", "unknown", `decide for "nope"`, "one opaque text", "an address that is taken apart"},
	{"throws-on-approval", "", "unknown", `the approval "nope"`, "answered refused", "an exception where a refusal belongs"},
	{"hangs-on-unknown", "", "unknown", `decide for "nope"`, "where the system below hangs", "a system that waits for ever"},
	{"any-address-will-do", "", "unknown", `"nope" is answered recorded`, "never the newest question", "whatever waits is answered"},
	{"anything-is-a-yes", "raw-decision", "raw decision", `"7" is answered recorded`, "only \"allow\" is a yes", "what is not empty is a yes"},
	{"throws-on-no-text", "raw-decision", "raw decision", "the decision 7", "do not declare raw-decision", "a decision is read as text only"},
	{"exits-on-unknown", "", "methods", "no-such-method", "-32601", "it ends on what it does not know"},
	{"refuses-unknown-otherwise", "", "methods", "error -32000", "-32601", "another error than the protocol's"},
	{"recorded-instead", "resumes", "decide", "recorded, and resumes is declared", "do not declare resumes", "the other style than declared"},
	{"runs-instead", "", "decide", "executed, and resumes is not declared", "or declare resumes", "the other style than declared"},
	{"runs-held", "resumes hold", "hold", "executed", "put on record and nothing runs", "a held decision runs"},
	{"ignores-then", "resumes then", "then", "nobody was asked about what came next", "do not declare then", "the model's next call is dropped"},
	{"one-request", "batch-whole", "turn", "1 requests", "one entry a call", "a turn is told as one question"},
	{"no-decisions", "batch-whole", "turn", "two decisions", "take decisions", "a turn is answered one by one"},
	{"no-answers", "batch", "turn", "0 answers for two decisions", "one Answer for each", "nobody knows what became of each"},
	{"strict-schema", "", "exact", "undeclared", "open and raw schema", "the tool is given less than was approved"},
	{"strict-preview", "question", "exact", "was shown", "open and raw schema", "the person is shown less than will run"},
	{"declared-names-only", "", "exact", "arguments_invalid", "any object", "names that nobody declared are refused"},
	{"doubles", "text", "text", "9007199254740992", "without rounding", "a number past doubles is another one"},
	{"bytes-unread", "bytes", "bytes", "in base64", "do not declare bytes", "bytes are passed over"},
	{"throws-on-claims", "claims", "said along", "a call that says more", "do not declare claims", "claims are an exception"},
	{"tampers-nothing", "resumes state tamper", "tamper", "changed is 0", "wherever a caller of this system holds it", "an attack that does nothing"},
	{"tampers-stateless", "resumes state tamper", "tamper", "no state was given back", "give the changed state back", "an attack that is kept to itself"},
	{"tampers-in-words", "resumes state tamper", "tamper", "changed is 1, for another call, and the state that was given back is the one that was sent", "count only what was written", "an attack that only says so"},
	{"forges-nameless", "resumes state forge", "forge", "no request", "under which the forged question stands", "a forgery nobody can use"},
	{"not-durable", "durable", "restart", "approval_invalid", "do not declare durable", "memory that dies with its process"},
	{"drops-first", "several", "several", "the older of two questions", "do not declare several", "a new question ends the older"},
	{"no-sync", "sync-points", "sync", "without any", "do not declare sync-points", "points that never come by"},
	{"sync-unnamed", "sync-points", "sync", `"somewhere"`, "list every point", "a point nobody was told of"},
	{"audit-empty", "audit", "audit", "no records", "do not declare audit", "an empty audit"},
	{"audit-machine-clock", "audit", "audit", "record 1 is of", "take the time from now", "an audit by the machine's clock"},
}

// named are the rounds of a name: the others would only be waited for.
func named(name string) (out []round) {
	for _, r := range rounds {
		if r.name == name {
			out = append(out, r)
		}
	}
	return out
}

func TestEachMistakeIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("a program for each mistake; left out with -short")
	}
	for _, row := range mistakes {
		t.Run(row.mistake+" "+row.features, func(t *testing.T) {
			t.Parallel()
			found := false
			for _, c := range examined(t, row.mistake, row.features, named(row.step)) {
				switch {
				case c.OK && !c.Doubt:
				case c.Name != row.step:
					t.Errorf("%s: %s is blamed: %s", row.reason, c.Name, c.Saw)
				case !strings.Contains(c.Saw, row.saw) || !strings.Contains(c.Fix, row.fix):
					t.Errorf("%s: %s says %q and to do %q; want %q and %q", row.reason, c.Name, c.Saw, c.Fix, row.saw, row.fix)
				default:
					found = true
				}
			}
			if !found {
				t.Errorf("%s: step %s does not say so", row.reason, row.step)
			}
		})
	}
}
