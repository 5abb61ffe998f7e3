-- One record a question. expires_at has no type on purpose: what is not an integer counts as expired.
CREATE TABLE approvals (
  id          TEXT PRIMARY KEY,
  state       TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'consumed')),
  principal   TEXT NOT NULL,
  agent       TEXT NOT NULL, -- '' when the call named none
  session     TEXT NOT NULL,
  connector   TEXT NOT NULL,
  connection  TEXT NOT NULL,
  account     TEXT NOT NULL,
  action      TEXT NOT NULL,
  transcript  TEXT,          -- the task: all four NULL when there is none
  objective   TEXT,
  input       TEXT,
  revision    INTEGER,
  contract    TEXT NOT NULL, -- digest of the declaration
  fingerprint TEXT NOT NULL,
  turn        TEXT NOT NULL, -- shared by the questions of one turn; '' for one alone
  preview     TEXT NOT NULL, -- secrets masked; the arguments themselves are not kept
  asked_at    INTEGER NOT NULL,
  expires_at  ANY,
  settled_at  INTEGER,       -- when it was decided or expired
  spent_at    INTEGER
) STRICT;
CREATE INDEX approvals_open ON approvals (session) WHERE state IN ('pending', 'approved');

-- One record a waiting objective. scope is the objective, or the input where there is no objective.
CREATE TABLE waits (
  id         TEXT PRIMARY KEY,
  state      TEXT NOT NULL CHECK (state IN ('open', 'resumed', 'closed')),
  approval   TEXT NOT NULL,
  principal  TEXT NOT NULL,
  agent      TEXT NOT NULL,
  session    TEXT NOT NULL,
  transcript TEXT NOT NULL,
  scope      TEXT NOT NULL,
  revision   INTEGER NOT NULL,
  version    INTEGER NOT NULL
) STRICT;
CREATE INDEX waits_session ON waits (session);
CREATE INDEX waits_approval ON waits (approval);

-- Decisions of policy and results of calls, apart. A call has no duration until it has answered.
CREATE TABLE audit (
  seq         INTEGER PRIMARY KEY,
  at          INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('decision', 'execution')),
  connector   TEXT NOT NULL,
  action      TEXT NOT NULL,
  request     TEXT NOT NULL,
  decision    TEXT NOT NULL, -- '' on an execution
  executed    INTEGER NOT NULL,
  outcome     TEXT NOT NULL, -- '' on a decision
  duration_ms INTEGER,
  act         TEXT NOT NULL  -- who did what with which arguments, wherever and for whatever task
) STRICT;
CREATE INDEX audit_acts ON audit (act) WHERE kind = 'execution';
