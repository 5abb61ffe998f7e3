-- One record a page call on its way. plan and scope are JSON: the steps with what was shown of them and
-- the ledger, and what a person has said to. next is the first step that was not begun.
CREATE TABLE runs (
  id        TEXT PRIMARY KEY,
  state     TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'over')),
  runtime   TEXT NOT NULL, -- the process that was called: with the session, the runtime session
  principal TEXT NOT NULL,
  agent     TEXT NOT NULL,
  session   TEXT NOT NULL,
  action    TEXT NOT NULL,
  contract  TEXT NOT NULL, -- digest of the call's own declaration
  print     TEXT NOT NULL, -- fingerprint of the call
  arguments TEXT NOT NULL, -- resolved
  plan      TEXT NOT NULL,
  scope     TEXT NOT NULL,
  next      INTEGER NOT NULL,
  question  TEXT NOT NULL  -- that it waits at or has waited at; '' when it never waited
) STRICT;
CREATE INDEX runs_open ON runs (session) WHERE state <> 'over';

-- One record a question or a handoff.
CREATE TABLE questions (
  id         TEXT PRIMARY KEY,
  run        TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('approval', 'handoff')),
  state      TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'timed-out', 'cleared', 'edited', 'done', 'cancelled')),
  runtime    TEXT NOT NULL,
  principal  TEXT NOT NULL,
  agent      TEXT NOT NULL,
  session    TEXT NOT NULL,
  action     TEXT NOT NULL, -- of a handoff the step's own
  effect     TEXT NOT NULL,
  digest     TEXT NOT NULL, -- of the declaration, its steps' included
  print      TEXT NOT NULL,
  material   TEXT NOT NULL,
  level      INTEGER NOT NULL,
  offers     INTEGER NOT NULL, -- always
  place      INTEGER NOT NULL, -- of a guided handoff: what is explained now
  last       INTEGER NOT NULL,
  asked_at   INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX questions_open ON questions (session) WHERE state = 'pending';

-- One record an always.
CREATE TABLE grants (
  id        TEXT PRIMARY KEY,
  question  TEXT NOT NULL,
  state     TEXT NOT NULL CHECK (state IN ('alive', 'dead')),
  runtime   TEXT NOT NULL,
  principal TEXT NOT NULL,
  agent     TEXT NOT NULL,
  session   TEXT NOT NULL,
  action    TEXT NOT NULL,
  digest    TEXT NOT NULL,
  material  TEXT NOT NULL,
  given_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX grants_alive ON grants (runtime) WHERE state = 'alive';

-- One record an effect that was denied.
CREATE TABLE refusals (
  runtime    TEXT NOT NULL,
  principal  TEXT NOT NULL,
  session    TEXT NOT NULL,
  effect     TEXT NOT NULL,
  refused_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refusals_runtime ON refusals (runtime, session);
