// Package reports keeps what a run saw and turns it into what people and programs read.
//
// A run writes one append-only log (log.go) through one writer. Everything else is a fold of that
// log: the statuses, the totals and the exit code (fold.go), and every format (one file each).
// A format never changes a verdict; a log without its end is never a pass.
package reports
