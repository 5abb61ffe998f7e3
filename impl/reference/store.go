package reference

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"sync"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Every SQL statement of the connector path stands here (the page path's in pagestore.go), named with the invariant it keeps. Parameters are named
// after columns; :now is the harness's clock, :by whoever answers or resumes, :at_session and :at_agent
// where an answer is given ('' = not said), :origin the account that the approval's own connection
// stands for now. A build may also ask for :process, the life of the process, and :seen, what it looked at.

//go:embed schema.sql
var schema string

// schemaVersion is written into a store's user_version.
const schemaVersion = 2

const (
	// begin: reading and writing are one step; nobody writes in between.
	begin    = `BEGIN IMMEDIATE`
	commit   = `COMMIT`
	rollback = `ROLLBACK`

	// ask: a question starts pending, with everything that the yes will be bound to.
	ask = `INSERT INTO approvals (id, state, principal, agent, session, connector, connection, account, action,
		transcript, objective, input, revision, contract, fingerprint, turn, preview, asked_at, expires_at)
		VALUES (:id, 'pending', :principal, :agent, :session, :connector, :connection, :account, :action,
		:transcript, :objective, :input, :revision, :contract, :fingerprint, :turn, :preview, :now, :expires_at)`
	// find: an approval is found by its id alone; whether it serves is for the guards.
	find = `SELECT state, principal, session, connector, connection, action FROM approvals WHERE id = :id`
	// allow, deny, spend, expire: one guarded UPDATE each; exactly one caller ever gets the row.
	allow  = `UPDATE approvals SET state = 'approved', settled_at = :now WHERE id = :id`
	deny   = `UPDATE approvals SET state = 'denied', settled_at = :now WHERE id = :id`
	spend  = `UPDATE approvals SET state = 'consumed', spent_at = :now WHERE id = :id`
	expire = `UPDATE approvals SET state = 'expired', settled_at = :now WHERE id = :id`
	// refusing: why an UPDATE moved nothing, as the name of the first guard that does not hold.
	refusing = `SELECT %s FROM approvals WHERE id = :id`
	// overdue, open, unused: what a tick, a clear and an end look at, oldest first; each is then moved by its own UPDATE.
	overdue = `SELECT id, state FROM approvals WHERE %s ORDER BY asked_at, rowid`
	open    = `SELECT id, state FROM approvals WHERE session = :session AND state = 'pending' ORDER BY asked_at, rowid`
	unused  = `SELECT id, state FROM approvals WHERE session = :session AND state = 'approved' ORDER BY asked_at, rowid`
	// clearOne: an open question is denied once.
	clearOne = `UPDATE approvals SET state = 'denied', settled_at = :now WHERE id = :id AND state = 'pending'`
	// over: an unused approval does not outlive the session that it was given in.
	over = `UPDATE approvals SET state = 'expired', settled_at = :now WHERE id = :id AND state = 'approved'`
	// giveBack belongs to no promise of ours; only a build that breaks one runs it.
	giveBack = `UPDATE approvals SET state = 'approved' WHERE id = :id AND state = 'consumed'`

	// wait: a version never changes for one wait and rises within a session.
	wait = `INSERT INTO waits (id, state, approval, principal, agent, session, transcript, scope, revision, version)
		VALUES (:wait, 'open', :id, :principal, :agent, :session, :transcript, :scope, :revision,
		(SELECT coalesce(max(version), 0) + 1 FROM waits WHERE session = :session)) RETURNING version`
	// closeWaits: another objective, revision or transcript of the same principal, agent and session closes older waits.
	closeWaits = `UPDATE waits SET state = 'closed' WHERE session = :session`
	// wake: a wait is resumed at most once.
	wake = `UPDATE waits SET state = 'resumed' WHERE id = :wait`
	// denyWait: a denied question has nothing left to wait for.
	denyWait = `UPDATE waits SET state = 'closed' WHERE approval = :id AND state = 'open'`
	// endWaits: no wait outlives its session.
	endWaits = `UPDATE waits SET state = 'closed' WHERE session = :session AND state = 'open'`

	// decided: what policy said, kept apart from what became of it.
	decided = `INSERT INTO audit (at, kind, connector, action, request, decision, executed, outcome, act)
		VALUES (:now, 'decision', :connector, :action, :id, :decision, 0, '', :act)`
	// calling: written before the call is sent, so that a call cut short is on record as unknown.
	calling = `INSERT INTO audit (at, kind, connector, action, request, decision, executed, outcome, act)
		VALUES (:now, 'execution', :connector, :action, :id, '', 1, 'unknown', :act) RETURNING seq`
	// answered: a call gets its result once.
	answered = `UPDATE audit SET outcome = :outcome, duration_ms = :duration
		WHERE seq = :seq AND kind = 'execution' AND duration_ms IS NULL`
	// earlier: how the last call of the same act ended, also through another account or for another task.
	earlier = `SELECT outcome FROM audit WHERE act = :act AND kind = 'execution' ORDER BY seq DESC LIMIT 1`
	records = `SELECT seq, at, kind, connector, action, request, decision, executed, outcome, duration_ms FROM audit ORDER BY seq`

	// version: what a store was written by. sound: whether its pages fit together.
	version = `PRAGMA user_version`
	sound   = `PRAGMA quick_check(1)`
	// pages, limit, noLimit, changes, grow: a store that is full has no page more than it has, and what is
	// written down needs one.
	pages   = `PRAGMA page_count`
	limit   = `PRAGMA max_page_count = %d`
	noLimit = `PRAGMA max_page_count = 1073741823`
	changes = `SELECT total_changes()`
	grow    = `CREATE TABLE more (page)`
)

// The guards of each move. What is not written down as an integer is an expiry that has passed.
var (
	unexpired = Guard{"unexpired", `typeof(expires_at) = 'integer' AND expires_at > :now`, "approval_expired"}

	allowGuards = Guards{
		{"owner", `principal = :by`, "approval_invalid"},
		{"asked-in", `:at_session = '' OR session = :at_session`, "approval_invalid"},
		{"asked-by", `:at_agent = '' OR agent = :at_agent`, "approval_invalid"},
		{"open", `state = 'pending'`, ""},
		unexpired,
	}
	// A no counts wherever its owner says it.
	denyGuards = Guards{
		{"owner", `principal = :by`, "approval_invalid"},
		{"open", `state IN ('pending', 'approved')`, ""},
		unexpired,
	}
	spendGuards = Guards{
		{"principal", `principal = :principal`, "approval_invalid"},
		{"agent", `agent = :agent`, "approval_invalid"},
		{"session", `session = :session`, "approval_invalid"},
		{"connector", `connector = :connector`, "approval_invalid"},
		{"action", `action = :action`, "approval_invalid"},
		{"account", `account = :account`, "approval_invalid"},
		{"connection", `account = :origin`, "approval_invalid"},
		{"task", `transcript IS :transcript AND objective IS :objective AND input IS :input AND revision IS :revision`, "approval_invalid"},
		{"contract", `contract = :contract`, "approval_invalid"},
		{"fingerprint", `fingerprint = :fingerprint`, "approval_invalid"},
		unexpired,
		{"approved", `state = 'approved'`, ""},
	}
	overdueGuards = Guards{
		{"open", `state IN ('pending', 'approved')`, ""},
		{"overdue", `typeof(expires_at) <> 'integer' OR expires_at <= :now`, ""},
	}
	resumeGuards = Guards{
		{"open", `state = 'open'`, ""},
		{"transcript", `transcript = :transcript`, ""},
		{"version", `version = :version`, ""},
		{"principal", `principal = :by`, ""},
		{"agent", `agent = :agent`, ""},
	}
	closeGuards = Guards{
		{"open", `state = 'open'`, ""},
		{"principal", `principal = :principal`, ""},
		{"agent", `agent = :agent`, ""},
		{"other", `transcript <> :transcript OR scope <> :scope OR revision <> :revision`, ""},
	}
)

// statements are the composed statements of one build.
type statements struct {
	allow, deny, spend, expire           string
	whyAllow, whyDeny, whySpend, overdue string
	resume, closes                       string
	pageStatements
}

func (b *Build) statements() statements {
	why := func(g Guards) string { return fmt.Sprintf(refusing, g.first()) }
	return statements{
		allow: allow + b.Allow.where(), deny: deny + b.Deny.where(),
		spend: spend + b.Spend.where(), expire: expire + b.Overdue.where(),
		whyAllow: why(b.Allow), whyDeny: why(b.Deny), whySpend: why(b.Spend),
		overdue: fmt.Sprintf(overdue, "1"+b.Overdue.where()),
		resume:  wake + b.Resume.where(), closes: closeWaits + b.Closes.where(),
		pageStatements: b.Page.statements(),
	}
}

// errClosed is what a process gets that goes on after it was closed.
var errClosed = errors.New("reference: the gate is closed")

// A store is one SQLite database over one connection, with its statements prepared once.
type store struct {
	mu       sync.Mutex // one transaction at a time
	db       *sql.DB
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	closed   bool

	// Of a store in a folder.
	path   string
	file   os.FileInfo // the file as it was opened; nil where it is not looked after
	full   bool        // as on a full disk
	broken error       // it could not be opened, and a build goes on without it
}

// openMemory makes an empty store in memory.
func openMemory() (*store, error) {
	return openStore("file::memory:?_pragma=foreign_keys(0)", knowsOwn)
}

func knowsOwn(version int) bool { return version <= schemaVersion }

func openStore(dsn string, knows func(version int) bool) (*store, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &store{db: db, prepared: map[string]*sql.Stmt{}}
	if s.conn, err = db.Conn(context.Background()); err == nil {
		err = s.takeUp(knows)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// takeUp looks at what wrote a store, and brings an empty one to this program's schema. One that is up to date is
// only read.
func (s *store) takeUp(knows func(version int) bool) error {
	found, err := s.number(version)
	switch {
	case err != nil:
		return err
	case !knows(found):
		return &StoreFault{Kind: Newer, Err: fmt.Errorf("its schema is version %d, this program knows %d", found, schemaVersion)}
	case found >= schemaVersion:
		return nil
	}
	return s.tx(migrate)
}

// number reads the one number that a pragma gives.
func (s *store) number(query string) (n int, err error) {
	err = s.conn.QueryRowContext(context.Background(), query).Scan(&n)
	return n, err
}

// migrate brings an empty database to this program's schema, inside a transaction; another process may have been faster.
func migrate(t *tx) error {
	found, err := t.s.number(version)
	if err != nil || found == schemaVersion {
		return err
	}
	for since, part := range []string{schema, pageSchema} {
		if since < found {
			continue // it has that part
		}
		if _, err := t.s.conn.ExecContext(context.Background(), part); err != nil {
			return err
		}
	}
	_, err = t.s.conn.ExecContext(context.Background(), fmt.Sprintf(`PRAGMA user_version = %d`, schemaVersion))
	return err
}

// empty makes a store like new.
func (s *store) empty() error {
	return s.tx(func(t *tx) error {
		for _, q := range []string{`DELETE FROM approvals`, `DELETE FROM waits`, `DELETE FROM audit`, `DELETE FROM runs`, `DELETE FROM questions`, `DELETE FROM grants`, `DELETE FROM refusals`} {
			if _, err := t.exec(q); err != nil {
				return err
			}
		}
		return nil
	})
}

// close ends the store after a transaction that runs.
func (s *store) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, p := range s.prepared {
		_ = p.Close()
	}
	if s.conn != nil {
		_ = s.conn.Close()
	}
	if s.db == nil {
		return nil
	}
	return s.db.Close()
}

// A tx is one immediate transaction.
type tx struct {
	s     *store
	watch *watch
}

// errUndo takes a transaction back without being an error of the store.
var errUndo = errors.New("undo")

// tx runs a function inside one immediate transaction, which its error takes back. What befalls the store is a
// *StoreFault.
func (s *store) tx(fn func(*tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	if err := s.stands(); err != nil {
		return err
	}
	t := &tx{s: s}
	if _, err := t.exec(begin); err != nil {
		return s.fault(err)
	}
	before, err := t.written()
	if err == nil {
		err = fn(t)
	}
	if err == nil {
		err = t.fits(before)
	}
	if err == nil {
		if _, err = t.exec(commit); err == nil {
			return nil
		}
	}
	_, _ = t.exec(rollback)
	if errors.Is(err, errUndo) {
		return nil
	}
	return s.fault(err)
}

func (t *tx) statement(query string) (*sql.Stmt, error) {
	if p, ok := t.s.prepared[query]; ok {
		return p, nil
	}
	p, err := t.s.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, query)
	}
	t.s.prepared[query] = p
	return p, nil
}

// exec runs a statement and tells how many rows it changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	p, err := t.statement(query)
	if err != nil {
		return 0, err
	}
	if t.watch != nil {
		t.watch.exec(t, query, args)
	}
	r, err := p.Exec(args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// row reads the first row of a query; found is false when there is none.
func (t *tx) row(query string, args []any, into ...any) (found bool, err error) {
	p, err := t.statement(query)
	if err != nil {
		return false, err
	}
	if t.watch != nil {
		t.watch.read(t, query, args)
	}
	err = p.QueryRow(args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// rows reads every row of a query.
func (t *tx) rows(query string, args []any, each func(scan func(...any) error) error) error {
	p, err := t.statement(query)
	if err != nil {
		return err
	}
	if t.watch != nil {
		t.watch.read(t, query, args)
	}
	rows, err := p.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
