// Package null holds gates that decide nothing. A harness that lets a promise pass on one of them has
// not looked. Each is the smallest program of its kind: none of them is a broken version of a real gate.
package null

import "sameact/spec"

// A Gate is one null gate. Where Target is nil it exists only as a process: Process says which.
type Gate struct {
	Slug    string
	About   string
	Target  spec.FolderTarget
	Process Process
}

// All are the null gates, the processes first.
var All = []Gate{
	{Slug: "dead", About: "ends before it says anything", Process: Dead},
	{Slug: "hang", About: "reads and never answers", Process: Hang},
	{Slug: "crash", About: "shakes hands, and ends on the first request after that", Process: Crash},
	inProcess("reject-all", "refuses everything", rejectAll),
	inProcess("polite-reject", "asks, takes the answer, and then refuses whatever is presented", politeReject),
	inProcess("accept-all", "runs everything, and asks nobody", acceptAll),
	inProcess("rubber-stamp", "asks, and then runs whatever is presented, whatever was answered", rubberStamp),
	inProcess("echo", "answers every request with one and the same answer", echo),
	inProcess("liar", "says what an honest gate would say, and calls nothing", liar),
}

// Find finds a null gate by slug.
func Find(slug string) (Gate, bool) {
	for _, g := range All {
		if g.Slug == slug {
			return g, true
		}
	}
	return Gate{}, false
}

// hello claims every promise, so that each is looked at.
func hello(slug string) spec.Hello {
	return spec.Hello{
		Protocol: "1",
		Gate:     spec.Named{Name: "null:" + slug, Version: "1"},
		Chapters: []string{"binding", "lifecycle", "policy", "preview", "answering", "resume", "outcome", "durability"},
		Binds:    []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"},
		Features: []string{"several", "batch", "claims", "raw-decision", "text", "bytes", "expiry", "codes", "audit", "question", "sync-points", "durable"},
	}
}
