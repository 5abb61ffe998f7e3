package reference

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// The third style: one turn of the model is asked about at a time, its questions are answered together, and an always
// lasts for calls of its kind.

// Turning is how whole turns are taken. Only the third style looks at it.
type Turning struct {
	Waits string                      // a query that counts the questions of a conversation while which no new call is taken; "" = none
	Fits  func(against []string) bool // whether a turn is taken, with what speaks against each of its calls, "" for nothing
	Takes func(r Roll) bool           // whether the answers of one decide are taken
}

// A Roll counts the answers of one decide.
type Roll struct {
	Given   int // answers
	Left    int // open questions of the same turns that have none
	Twice   int // answers to a question that has one already
	Strange int // answers to what is no question
}

func obeyingTurns() Turning {
	return Turning{
		Fits: func(against []string) bool {
			return !slices.ContainsFunc(against, func(why string) bool { return why != "" })
		},
		Takes: func(r Roll) bool { return r.Left+r.Twice+r.Strange == 0 },
	}
}

// Codes of what a whole turn is refused with.
const (
	codeQuestionOpen = "question_open"
	codeTurnRefused  = "turn_refused"
	codeIncomplete   = "decision_incomplete"
)

const (
	// openNow: the questions of a conversation that can still be answered.
	openNow = `SELECT count(*) FROM approvals WHERE session = :session AND state = 'pending' AND typeof(expires_at) = 'integer' AND expires_at > :now`
	// turnOpen: the questions of a question's turn that can still be answered.
	turnOpen = `SELECT id FROM approvals WHERE turn <> '' AND turn = (SELECT turn FROM approvals WHERE id = :id) AND state = 'pending'
		AND typeof(expires_at) = 'integer' AND expires_at > :now`
	// lastingGive: an always is given in the transaction in which its answer won.
	lastingGive = `INSERT INTO grants (id, question, state, runtime, principal, agent, session, action, digest, material, given_at)
		VALUES (:grant, :id, 'alive', :process, :principal, :agent, :session, :connector || '/' || :action, :contract, :account, :now)`
	lastingFind = `SELECT id FROM grants WHERE state = 'alive'`
	// lastingDies: a denial ends every always for acts of its kind.
	lastingDies = `UPDATE grants SET state = 'dead' WHERE state = 'alive' AND (principal, agent, session, action) =
		(SELECT principal, agent, session, connector || '/' || action FROM approvals WHERE id = :id)`
)

// lastingGuards are how far an always goes.
var lastingGuards = Guards{
	{"process", `runtime = :process`, ""},
	{"principal", `principal = :principal`, ""},
	{"agent", `agent = :agent`, ""},
	{"session", `session = :session`, ""},
	{"action", `action = :connector || '/' || :action`, ""},
	{"declaration", `digest = :contract`, ""},
	{"account", `material = :account`, ""},
}

// Lasting is the query for an always that lets a call run, without some of what it is held against.
func Lasting(without ...string) string {
	return lastingFind + lastingGuards.Without(without...).where()
}

// takesTurns turns a build of the second style into one of the third.
func (b *Build) takesTurns() {
	b.Name = "reference/whole"
	b.Waits, b.Standing = openNow, Lasting()
	b.On = map[Moment]string{Denied: lastingDies}
	b.Decides = orAlways
	b.Show = func(s spec.Show, _ []byte) spec.Show { s.Options = append(s.Options, "always"); return s }
}

// orAlways also reads always.
func orAlways(raw json.RawMessage) string {
	var word string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &word) == nil && word == "always" {
		return word
	}
	return exactly(raw)
}

// lasts puts an always on record, where the answer was one.
func (g *gate) lasts(t *tx, a *act, id, word string, now int64) error {
	if word != "always" {
		return nil
	}
	_, err := t.exec(lastingGive, a.params(now, id, named("grant", newID()))...)
	return err
}

// busy reports whether a conversation waits for a person, so that nothing new begins in it.
func (g *gate) busy(c spec.Call, now int64) (bool, error) {
	g.build.watch.reached("Waits")
	if g.build.Waits == "" {
		return false, nil
	}
	n := 0
	err := g.tx(func(t *tx) error {
		_, err := t.row(g.build.Waits, []any{named("session", c.Session), named("now", now)}, &n)
		return err
	})
	return err == nil && n > 0, err
}

// unfit are the answers of a turn that is not taken; nil where it is.
func (g *gate) unfit(calls []spec.Call, now int64) ([]spec.Answer, error) {
	if g.build.Style != Whole || len(calls) == 0 {
		return nil, nil
	}
	busy, err := g.busy(calls[0], now)
	if err != nil {
		return nil, err
	}
	against, out := make([]string, len(calls)), make([]spec.Answer, len(calls))
	for i, c := range calls {
		out[i] = refused(codeTurnRefused)
		if busy {
			out[i] = refused(codeQuestionOpen)
		} else if no := g.against(c); no != nil {
			out[i], against[i] = *no, no.Code
		}
	}
	if !busy && g.build.Fits(against) {
		return nil, nil
	}
	return out, nil
}

// against is what speaks against a call before anybody is asked.
func (g *gate) against(c spec.Call) *spec.Answer {
	a := g.look(c)
	checks := g.build.ToRun
	if a.asks {
		checks = g.build.ToAsk
	}
	if cause := checks.cause(a.query); cause != "" {
		no := refused(spec.CodePolicyDenied)
		no.Cause = cause
		return &no
	}
	return g.read(a)
}

// takes reports whether answers are taken together.
func (g *gate) takes(given []spec.Decision, now int64) (ok bool, err error) {
	if g.build.Style != Whole {
		return true, nil
	}
	roll, named, left := Roll{Given: len(given)}, map[string]bool{}, map[string]bool{}
	err = g.tx(func(t *tx) error {
		for _, d := range given {
			_, found, err := t.find(d.Request)
			if err != nil {
				return err
			}
			if named[d.Request] {
				roll.Twice++
			}
			if !found {
				roll.Strange++
			}
			named[d.Request] = true
			if err := t.turnOf(d.Request, now, left); err != nil {
				return err
			}
		}
		return nil
	})
	for id := range left {
		if !named[id] {
			roll.Left++
		}
	}
	return err == nil && g.build.Takes(roll), err
}

// turnOf collects the open questions of a question's turn.
func (t *tx) turnOf(id string, now int64, into map[string]bool) error {
	return t.rows(turnOpen, []any{named("id", id), named("now", now)}, func(scan func(...any) error) error {
		var mate string
		err := scan(&mate)
		into[mate] = true
		return err
	})
}

// incomplete is what answers are told that are not taken.
func incomplete(given []spec.Decision) spec.Answer {
	out := refused(codeIncomplete)
	for range given {
		out.Answers = append(out.Answers, refused(codeIncomplete))
	}
	return out
}

// helloWhole is what the third style declares: the chapters of the connector path, without what needs a store of
// several processes.
func helloWhole(h spec.Hello) spec.Hello {
	h.Chapters = []string{"binding", "lifecycle", "policy", "answering", "outcome"}
	h.Features = []string{"batch-whole", "raw-decision", "text", "expiry", "codes", "question", "grant", "resumes", "state", "tamper", "then", "call-id"}
	h.SyncPoints, h.Holds = nil, "client"
	return h
}
