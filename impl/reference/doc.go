// Package reference is the gate that obeys: connector approvals as seed 001 tells them, and questions and
// handoffs on a page as seed 004 does, kept in SQLite.
//
// A verb is a file (call.go, decide.go, resume.go …). What the gate decides stands in a Build: lists of
// named checks and guards, and a few functions. Obeying gives the build that keeps every promise; a
// defect takes one of its entries away. Every SQL statement stands in store.go and pagestore.go.
//
// An approval is pending, then approved, denied or expired; approved, then consumed, denied (withdrawn)
// or expired. Each move is one guarded UPDATE inside an immediate transaction, and its row count decides.
// No transaction is open while the host is asked for anything.
//
// A call without a connector goes the page path, which begins in pagecall.go; what it decides stands in
// Page, a part of Build. What waits there for a person is a question (or a handoff) and a run: the yes, or
// the done, takes the run up again, in any process, and only one does.
//
// Policy is evaluated here and values are bound by fingerprint; nothing of the law's judging is used.
package reference
