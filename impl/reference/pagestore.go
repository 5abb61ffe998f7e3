package reference

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
)

// The SQL of the page path. Parameters are named after columns, as in store.go; :at is the question that
// a run is taken up after, :from the step that is begun, :to where an explanation moves, :word the answer
// that is given, :won whether it counted, :digest the declaration as it is now.

//go:embed page.sql
var pageSchema string

const (
	runColumns = `id, state, runtime, principal, agent, session, action, contract, print, arguments, plan, scope, next, question`
	runInsert  = `INSERT INTO runs (` + runColumns + `)
		VALUES (:run, :state, :runtime, :principal, :agent, :session, :action, :contract, :print, :arguments, :plan, :scope, :next, :question)`
	runFind = `SELECT ` + runColumns + ` FROM runs WHERE id = :run`
	// runContinue: a run is taken up once after each question. runBegin: a step is begun once.
	runContinue = `UPDATE runs SET state = 'running', plan = :plan, scope = :scope, next = :next WHERE id = :run`
	runBegin    = `UPDATE runs SET plan = :plan, next = :next WHERE id = :run`
	// runSave, runWait: only a run that nothing has ended meanwhile moves.
	runSave = `UPDATE runs SET state = :state, plan = :plan, scope = :scope, next = :next WHERE id = :run AND state = 'running'`
	runWait = `UPDATE runs SET state = 'waiting', plan = :plan, scope = :scope, contract = :contract, next = :next, question = :question
		WHERE id = :run AND state = 'running'`
	// runClose: a run is over with the question that it waited at.
	runClose = `UPDATE runs SET state = 'over', plan = :plan WHERE id = :run AND state = 'waiting'`
	// runsOver: no run outlives its session.
	runsOver = `UPDATE runs SET state = 'over' WHERE session = :session AND state <> 'over'`

	questionColumns = `id, run, kind, state, runtime, principal, agent, session, action, effect, digest, print, material, level, offers, place, last`
	questionInsert  = `INSERT INTO questions (` + questionColumns + `, asked_at, expires_at)
		VALUES (:id, :run, :kind, 'pending', :runtime, :principal, :agent, :session, :action, :effect, :digest, :print, :material,
		:level, :offers, :place, :last, :now, :expires_at)`
	questionFind = `SELECT ` + questionColumns + `, expires_at FROM questions WHERE id = :id`
	// One guarded UPDATE each; exactly one of them ever ends a question.
	questionAllow   = `UPDATE questions SET state = 'approved', settled_at = :now WHERE id = :id AND kind = 'approval'`
	questionDeny    = `UPDATE questions SET state = 'denied', settled_at = :now WHERE id = :id AND kind = 'approval'`
	questionOverdue = `UPDATE questions SET state = 'timed-out', settled_at = :now WHERE id = :id`
	questionClear   = `UPDATE questions SET state = 'cleared', settled_at = :now WHERE id = :id`
	questionEdit    = `UPDATE questions SET state = 'edited', settled_at = :now WHERE id = :id AND state = 'pending'`
	handoffIsDone   = `UPDATE questions SET state = 'done', settled_at = :now WHERE id = :id AND kind = 'handoff'`
	handoffIsOff    = `UPDATE questions SET state = 'cancelled', settled_at = :now WHERE id = :id AND kind = 'handoff'`
	handoffIsAt     = `UPDATE questions SET place = :to WHERE id = :id AND kind = 'handoff'`
	whyQuestion     = `SELECT %s FROM questions WHERE id = :id`
	// stacked: a call that names the open question it waits at is not asked about twice.
	stacked = `SELECT id FROM questions WHERE id = :id AND state = 'pending' AND expires_at > :now AND print = :print
		AND principal = :principal AND agent = :agent AND session = :session`
	// What a clear, a tick, a change of the world look at, oldest first; each is then settled by its own UPDATE.
	questionsOpen     = `SELECT id, state FROM questions WHERE session = :session AND state = 'pending' ORDER BY asked_at, rowid`
	questionsOverdue  = `SELECT id, state FROM questions WHERE %s ORDER BY asked_at, rowid`
	questionsDeclared = `SELECT id, action, digest FROM questions WHERE state = 'pending' ORDER BY asked_at, rowid`
	questionByID      = `SELECT id, state FROM questions WHERE id = :id`
	approvalsOverdue  = `SELECT id, state FROM questions WHERE kind = 'approval' AND state = 'pending' AND expires_at <= :now ORDER BY asked_at, rowid`
	handoffsOpen      = `SELECT id, state FROM questions WHERE kind = 'handoff' AND state = 'pending' ORDER BY asked_at, rowid`

	// grantGive: an always leaves a grant only where its own answer won.
	grantGive = `INSERT INTO grants (id, question, state, runtime, principal, agent, session, action, digest, material, given_at)
		SELECT :grant, id, 'alive', runtime, principal, agent, session, action, digest, material, :now FROM questions WHERE id = :id`
	grantFind   = `SELECT id FROM grants WHERE 1`
	grantDies   = `UPDATE grants SET state = 'dead' WHERE state = 'alive' AND `
	grantsAlive = `SELECT id, action FROM grants WHERE state = 'alive' AND runtime = :runtime`
	// The deaths of a grant.
	grantsOfSession = `runtime = :runtime AND session = :session`
	grantsOfShape   = `runtime = :runtime AND session = :session AND principal = :principal AND agent = :agent AND action = :action AND material = :material`
	grantEdited     = `id = :id AND digest <> :digest`

	refusalInsert = `INSERT INTO refusals (runtime, principal, session, effect, refused_at) VALUES (:runtime, :principal, :session, :effect, :now)`
	refusalsFind  = `SELECT DISTINCT effect FROM refusals WHERE 1`
	refusalsOver  = `DELETE FROM refusals WHERE session = :session AND runtime = :runtime`
)

// The guards of each move. One without a code of its own is told by what the question has become.
var (
	questionPending     = Guard{"open", `state = 'pending'`, ""}
	questionInTime      = Guard{"unexpired", `expires_at > :now`, ""}
	questionOwner       = Guard{"owner", `principal = :by`, "approval_invalid"}
	questionDeclaration = Guard{"declaration", `digest = :digest`, ""}

	questionAllowGuards = Guards{
		questionOwner,
		{"asked-in", `:at_session = '' OR session = :at_session`, "approval_invalid"},
		{"asked-by", `:at_agent = '' OR agent = :at_agent`, "approval_invalid"},
		questionPending,
		questionInTime,
		questionDeclaration,
		{"offered", `:word <> 'always' OR offers = 1`, "decision_invalid"},
	}
	questionDenyGuards    = Guards{questionOwner, questionPending, questionInTime}
	questionOverdueGuards = Guards{questionPending, {"overdue", `expires_at <= :now`, ""}}
	questionClearGuards   = Guards{questionPending}

	handoffDoneGuards = Guards{
		questionOwner,
		questionPending,
		questionInTime,
		questionDeclaration,
		{"last", `place = last`, "decision_invalid"},
	}
	handoffCancelGuards = Guards{questionOwner, questionPending, questionInTime}
	handoffMoveGuards   = Guards{questionOwner, questionPending, questionInTime}

	grantGivenGuards = Guards{
		{"won", `:won = 1`, ""},
		{"offered", `offers = 1`, ""},
	}
	grantServesGuards = Guards{
		{"alive", `state = 'alive'`, ""},
		{"runtime", `runtime = :runtime`, ""},
		{"session", `session = :session`, ""},
		{"principal", `principal = :principal`, ""},
		{"agent", `agent = :agent`, ""},
		{"action", `action = :action`, ""},
		{"declaration", `digest = :digest`, ""},
		{"material", `material = :material`, ""},
	}
	refusedGuards = Guards{
		{"runtime", `runtime = :runtime`, ""},
		{"principal", `principal = :principal`, ""},
		{"session", `session = :session`, ""},
	}
	runContinueGuards = Guards{
		{"waiting", `state = 'waiting'`, ""},
		{"question", `question = :at`, ""},
	}
	runBeginGuards = Guards{
		{"running", `state = 'running'`, ""},
		{"next", `next = :from`, ""},
	}
)

// pageStatements are the composed statements of one build's page path.
type pageStatements struct {
	questionAllow, questionDeny, questionOverdue, questionClear string
	whyQuestionAllow, whyQuestionDeny, questionsOverdue         string
	handoffDone, handoffCancel, handoffMove                     string
	whyHandoffDone, whyHandoffCancel, whyHandoffMove            string
	grantGiven, grantServes, refusals, runContinue, runBegin    string
}

func (p *Page) statements() pageStatements {
	why := func(g Guards) string { return fmt.Sprintf(whyQuestion, g.first()) }
	return pageStatements{
		questionAllow: questionAllow + p.Allow.where(), questionDeny: questionDeny + p.Deny.where(),
		questionOverdue: questionOverdue + p.Overdue.where(), questionClear: questionClear + p.Clears.where(),
		whyQuestionAllow: why(p.Allow), whyQuestionDeny: why(p.Deny),
		questionsOverdue: fmt.Sprintf(questionsOverdue, "1"+p.Overdue.where()),
		handoffDone:      handoffIsDone + p.Done.where(), handoffCancel: handoffIsOff + p.Cancel.where(), handoffMove: handoffIsAt + p.Move.where(),
		whyHandoffDone: why(p.Done), whyHandoffCancel: why(p.Cancel), whyHandoffMove: why(p.Move),
		grantGiven: grantGive + p.Given.where(), grantServes: grantFind + p.Serves.where(), refusals: refusalsFind + p.Refused.where(),
		runContinue: runContinue + p.Continue.where(), runBegin: runBegin + p.Begin.where(),
	}
}

// question finds a question by its address alone.
func (t *tx) question(id string) (q pageQuestion, found bool, err error) {
	found, err = t.row(questionFind, []any{named("id", id)}, &q.id, &q.run, &q.kind, &q.state, &q.runtime, &q.principal, &q.agent, &q.session,
		&q.action, &q.effect, &q.digest, &q.print, &q.material, &q.level, &q.offers, &q.place, &q.last, &q.expiresAt)
	return q, found, err
}

func (q pageQuestion) params(now int64) []any {
	return []any{
		named("now", now), named("id", q.id), named("run", q.run), named("kind", q.kind), named("runtime", q.runtime),
		named("principal", q.principal), named("agent", q.agent), named("session", q.session), named("action", q.action),
		named("effect", q.effect), named("digest", q.digest), named("print", q.print), named("material", q.material),
		named("level", int(q.level)), named("offers", q.offers), named("place", q.place), named("last", q.last),
		named("expires_at", q.expiresAt),
	}
}

// run reads a run. One that is not there is an error: no question is without its run.
func (t *tx) run(id string) (*pageRun, error) {
	r := &pageRun{}
	var args, plan, scope string
	found, err := t.row(runFind, []any{named("run", id)}, &r.id, &r.state, &r.runtime, &r.principal, &r.agent, &r.session, &r.action, &r.contract,
		&r.print, &args, &plan, &scope, &r.next, &r.question)
	if err == nil && !found {
		err = errors.New("reference: a question without a run")
	}
	if err != nil {
		return nil, err
	}
	r.args = json.RawMessage(args)
	return r, errors.Join(json.Unmarshal([]byte(plan), &r.plan), json.Unmarshal([]byte(scope), &r.scope))
}

func (r *pageRun) params(from ...int) []any {
	plan, _ := json.Marshal(r.plan) // holds nothing that cannot be spelt
	scope, _ := json.Marshal(r.scope)
	out := []any{
		named("run", r.id), named("state", r.state), named("runtime", r.runtime), named("principal", r.principal), named("agent", r.agent),
		named("session", r.session), named("action", r.action), named("contract", r.contract), named("print", r.print), named("arguments", string(r.args)),
		named("plan", string(plan)), named("scope", string(scope)), named("next", r.next), named("question", r.question),
	}
	for _, f := range from {
		out = append(out, sql.Named("from", f))
	}
	return out
}
