package reports

// RunSchema names the form of a run's JSON report.
const RunSchema = "sameact.run/1"

// A Status is the one word a report has for a clause or a story.
type Status string

const (
	Pass         Status = "pass"         // exercised, and nothing broken
	Fail         Status = "fail"         // broken
	Untestable   Status = "untestable"   // declared, and never exercised
	Skip         Status = "skip"         // not declared
	Inconclusive Status = "inconclusive" // played, and nothing could be said: neither pass nor failure
	Error        Status = "error"        // ours: no verdict
)

// Exit codes of the command.
const (
	ExitConforms = 0
	ExitFindings = 1
	ExitUsage    = 2
	ExitBroken   = 3 // the harness or the target broke, or the log has no end: no verdict
)

// A Run is what a log amounts to. Its JSON form is the report; what is left out of it is for people.
type Run struct {
	Schema     string      `json:"schema"`
	Target     RunTarget   `json:"target"`
	Seed       uint64      `json:"seed"`
	Started    string      `json:"started"`
	DurationMs int64       `json:"durationMs"`
	Histories  int         `json:"histories"`
	Calls      int         `json:"calls"`
	Kills      int         `json:"kills,omitempty"` // processes that were killed
	Totals     Totals      `json:"totals"`
	Clauses    []RunClause `json:"clauses"`
	Stories    []RunStory  `json:"stories"`
	Exit       int         `json:"exit"`

	Exhausted []Exhausted  `json:"exhausted,omitempty"` // of the exhaustive story, one depth after the other
	Baseline  *RunBaseline `json:"baseline,omitempty"`  // where the run was held against one

	Spelled string   `json:"-"` // the target as the command names it
	Variant string   `json:"-"` // of an adapter
	Strict  bool     `json:"-"`
	Faults  []Fault  `json:"-"`
	Broken  []string `json:"-"` // why there is no verdict, where exit is 3
	kept    []Known  // of the baseline: what this run could not have found
}

// A RunBaseline is how a run stands to its baseline.
type RunBaseline struct {
	File  string   `json:"file"`
	Known int      `json:"known"`           // findings that it knows
	Past  int      `json:"past,omitempty"`  // entries that this run did not look for, because not all was played
	Wrong []string `json:"wrong,omitempty"` // what makes the run fail: new, stale and expired, each with the line to change
}

// A RunTarget is what was judged.
type RunTarget struct {
	Name    string       `json:"name"`
	Version string       `json:"version"`
	Spec    string       `json:"spec"`
	Binds   []string     `json:"binds"`
	Unbound []RunUnbound `json:"unbound"`
}

// A RunUnbound is a field that the gate does not tell apart, with the case that shows it.
type RunUnbound struct {
	Field string `json:"field"`
	Case  string `json:"case"`
}

// Totals count clauses by status.
type Totals struct {
	Pass         int `json:"pass"`
	Fail         int `json:"fail"`
	Untestable   int `json:"untestable"`
	Skip         int `json:"skip"`
	Inconclusive int `json:"inconclusive"`
	Error        int `json:"error"`
}

func (t *Totals) of(s Status) *int {
	switch s {
	case Pass:
		return &t.Pass
	case Fail:
		return &t.Fail
	case Untestable:
		return &t.Untestable
	case Skip:
		return &t.Skip
	case Inconclusive:
		return &t.Inconclusive
	}
	return &t.Error
}

// A RunClause is one clause with its verdict.
type RunClause struct {
	ID        string       `json:"id"`
	Chapter   string       `json:"chapter"`
	Level     string       `json:"level"`
	Status    Status       `json:"status"`
	Exercised int          `json:"exercised"`
	Reason    string       `json:"reason,omitempty"`
	Findings  []RunFinding `json:"findings"`
	Known     *Known       `json:"known,omitempty"` // where it is untestable, and a baseline knows that

	Sentence string `json:"-"`
	Scripts  int    `json:"-"` // different ones that exercised it
	excused  bool   // all of it is known
}

// Counts reports whether a clause's status makes the run a failure: a SHOULD only counts under strict, and what is known does not.
func (c RunClause) Counts(strict bool) bool {
	return !c.excused && (c.Status == Fail || c.Status == Untestable) && (strict || c.Level != "SHOULD")
}

// A RunFinding is a broken promise. Case, twin and first are text in the notation.
type RunFinding struct {
	Story   string `json:"story"`
	Why     string `json:"why"`
	Event   int    `json:"event"`
	Case    string `json:"case"`
	Twin    string `json:"twin"`
	Rerun   string `json:"rerun"`
	First   string `json:"first"`
	Holds   string `json:"holds,omitempty"`
	Picture string `json:"picture,omitempty"`
	Known   *Known `json:"known,omitempty"` // its entry in the baseline

	Approved, Presented, Diff, Happened string `json:"-"`
}

// A RunStory is one story with how it went: error where a fault voided some of it.
type RunStory struct {
	ID         string `json:"id"`
	Status     Status `json:"status"`
	Histories  int    `json:"histories"`
	DurationMs int64  `json:"durationMs"`
}

// TotalsOf counts one chapter's clauses by status.
func (r *Run) TotalsOf(chapter string) (t Totals) {
	for _, c := range r.Clauses {
		if c.Chapter == chapter {
			*t.of(c.Status)++
		}
	}
	return t
}
