package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sameact/spec"
	"sameact/spec/law"
)

// A Known is a finding that people have looked at and live with until a day: one entry of a baseline.
type Known struct {
	Clause      string `json:"clause"`
	Variant     string `json:"variant,omitempty"`
	Fingerprint string `json:"fingerprint"` // of its smallest case, or untestable
	Reason      string `json:"reason"`
	Owner       string `json:"owner,omitempty"` // one of owner and issue
	Issue       string `json:"issue,omitempty"`
	Expires     string `json:"expires"`            // 2027-06-30, the last day on which it is known
	Unstable    bool   `json:"unstable,omitempty"` // may be absent from a run
	Line        int    `json:"line,omitempty"`     // in the baseline's file
}

// A Baseline is what a run is held against: a finding that it does not know, an entry that was not found, and one whose
// day is over make the run fail. People write it; a run that it gates never does.
type Baseline struct {
	File  string  `json:"file"`  // as the command names it
	Whole bool    `json:"whole"` // every story is played, so that what is not found is stale
	Known []Known `json:"known"`
}

// UntestableFingerprint stands where there is no case: the clause is declared, and could not be exercised.
const UntestableFingerprint = "untestable"

// Fingerprint tells findings apart by clause and by the script of the smallest case, marks included; what a gate answered and
// where the case comes from do not count. It is the same in every run.
func Fingerprint(caseText string) string {
	c, err := spec.ParseCase("", caseText)
	text := caseText
	if err == nil {
		text = c.About + "\n" + c.Lines.Script().String()
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// ReadBaseline reads a baseline. Every error names the file, the line and what to do.
func ReadBaseline(file string, r io.Reader) (*Baseline, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var raw struct {
		Known []jsontext.Value `json:"known"`
	}
	if err := json.Unmarshal(text, &raw, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf(`%s:%d: no baseline: %s; hint: {"known":[…]}, as --report baseline drafts it`, file, lineAt(text, offsetOf(err)), reasonOf(err))
	}
	b := &Baseline{File: file, Known: []Known{}}
	at := 0
	for _, v := range raw.Known {
		at += strings.Index(string(text[at:]), string(v)) // in order, and each begins with a brace
		k := Known{}
		if err := json.Unmarshal(v, &k, json.RejectUnknownMembers(true)); err != nil {
			return nil, fmt.Errorf("%s:%d: no entry: %s; hint: clause, variant, fingerprint, reason, owner or issue, expires, unstable", file, lineAt(text, at), reasonOf(err))
		}
		k.Line = lineAt(text, at)
		at += len(v)
		if why := k.check(b.Known); why != "" {
			return nil, fmt.Errorf("%s:%d: %s", file, k.Line, why)
		}
		b.Known = append(b.Known, k)
	}
	return b, nil
}

// check says what is wrong with an entry that stands after others, or "".
func (k Known) check(before []Known) string {
	if _, ok := law.Find(k.Clause); !ok {
		return fmt.Sprintf("clause: %q is no clause; hint: probe list clauses", k.Clause)
	}
	if k.Fingerprint != UntestableFingerprint && !isFingerprint(k.Fingerprint) {
		return fmt.Sprintf("fingerprint: %q is none; hint: 12 digits as a run prints them, or untestable", k.Fingerprint)
	}
	if k.Reason == "" {
		return "reason: missing; hint: why this is lived with"
	}
	if k.Owner == "" && k.Issue == "" {
		return "issue: missing; hint: the issue in which it is followed, or the owner who does"
	}
	if _, err := time.Parse(time.DateOnly, k.Expires); err != nil {
		return fmt.Sprintf("expires: %q is no day; hint: 2027-06-30, when somebody looks at it again", k.Expires)
	}
	for _, o := range before {
		if o.same(k) {
			return fmt.Sprintf("%s %s stands in line %d already; hint: remove one", k.Clause, k.Fingerprint, o.Line)
		}
	}
	return ""
}

func (k Known) same(o Known) bool {
	return k.Clause == o.Clause && k.Variant == o.Variant && k.Fingerprint == o.Fingerprint
}

func isFingerprint(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 6 && strings.ToLower(s) == s
}

func lineAt(text []byte, offset int) int {
	return 1 + strings.Count(string(text[:min(offset, len(text))]), "\n")
}

func offsetOf(err error) int {
	var wrong *json.SemanticError
	var broken *jsontext.SyntacticError
	switch {
	case errors.As(err, &wrong):
		return int(wrong.ByteOffset)
	case errors.As(err, &broken):
		return int(broken.ByteOffset)
	}
	return 0
}

// reasonOf says why JSON cannot be read, without the names of Go's types.
func reasonOf(err error) string {
	var wrong *json.SemanticError
	var broken *jsontext.SyntacticError
	switch {
	case errors.As(err, &wrong) && errors.Is(err, json.ErrUnknownName):
		return fmt.Sprintf("%q is no member of it", wrong.JSONPointer.LastToken())
	case errors.As(err, &wrong):
		return fmt.Sprintf("%q has a value of the wrong kind", wrong.JSONPointer.LastToken())
	case errors.As(err, &broken):
		return broken.Err.Error()
	}
	return err.Error()
}

// A holding is a run held against a baseline.
type holding struct {
	*Baseline
	variant string
	today   string
	used    []bool
	wrong   []string // what makes the run fail, each with the line to change
	known   int
}

// held marks what of a run is known and says what is not as the baseline has it.
func (f *fold) held() {
	if f.start.Baseline == nil {
		return
	}
	h := &holding{Baseline: f.start.Baseline, variant: f.start.Variant, today: day(f.start.Started)}
	h.used = make([]bool, len(h.Known))
	for i := range f.run.Clauses {
		h.mark(&f.run.Clauses[i], f.start.Strict)
	}
	past := 0
	for i, k := range h.Known {
		could := h.Whole && len(f.run.Broken) == 0 && f.clauses[k.Clause] != nil && k.Variant == h.variant && !k.Unstable
		switch {
		case h.used[i]:
		case could:
			h.complain(k.Line, "%s %s was not found again: the entry is stale; hint: remove the line", k.Clause, k.Fingerprint)
		default:
			f.run.kept = append(f.run.kept, k)
			if k.Variant == h.variant && !k.Unstable {
				past++
			}
		}
	}
	f.run.Baseline = &RunBaseline{File: h.File, Known: h.known, Past: past, Wrong: h.wrong}
}

func (h *holding) complain(line int, format string, args ...any) {
	at := h.File
	if line > 0 {
		at = fmt.Sprintf("%s:%d", h.File, line)
	}
	h.wrong = append(h.wrong, at+": "+fmt.Sprintf(format, args...))
}

// mark looks each finding of a clause up. A clause whose findings are all known, and not for too long, does not count.
func (h *holding) mark(c *RunClause, strict bool) {
	counted := c.Counts(strict)
	c.excused = len(c.Findings) > 0 || c.Status == Untestable
	for i := range c.Findings {
		x := &c.Findings[i]
		x.Known = h.find(c, Fingerprint(x.Case), x.Why, counted)
	}
	if c.Status == Untestable {
		c.Known = h.find(c, UntestableFingerprint, c.Reason, counted)
	}
}

// find is the entry of a finding, nil where there is none.
func (h *holding) find(c *RunClause, fingerprint, why string, counted bool) *Known {
	for i, k := range h.Known {
		if k.Clause != c.ID || k.Variant != h.variant || k.Fingerprint != fingerprint {
			continue
		}
		h.used[i] = true
		h.known++
		if h.today > k.Expires {
			c.excused = false
			h.complain(k.Line, "%s %s was known until %s: the entry has expired; hint: look at it again, then remove the line or give it another day", k.Clause, k.Fingerprint, k.Expires)
		}
		return &k
	}
	c.excused = false
	if counted {
		h.complain(0, "no entry for %s %s: the finding is new; hint: mend it, or add a line once somebody has looked: %s", c.ID, fingerprint,
			Known{Clause: c.ID, Variant: h.variant, Fingerprint: fingerprint, Reason: why, Expires: ""}.line())
	}
	return nil
}

// day is the day of a time in RFC 3339.
func day(started string) string {
	d, _, _ := strings.Cut(started, "T")
	return d
}
