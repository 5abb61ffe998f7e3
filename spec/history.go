package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A History is what happened, an event a line, in the order in which the harness saw it:
//
//	[~][process:] verb subject [~]key=value …      done by the harness: the script
//	< [process:] word subject key=value …          seen by the harness
//
// ~ marks the one change a history is about, on a line or on a key; a marked key lies
// over an unmarked one of its name. Printing and parsing are inverse. spec/notation.md has the grammar.
type History []Event

// An Event is one line of a history.
type Event struct {
	Seen    bool   // seen by the harness; otherwise done by it
	Changed bool   // the whole line is the change
	Process string // "" where one process is enough
	Verb    string // of a seen line its word
	Subject string // an act's name; of at, a time
	Fields  []Field
}

// Get finds a key's field: a marked one lies over an unmarked one of its name, of two alike the later counts.
func (e Event) Get(key string) (Field, bool) {
	found := -1
	for i, f := range e.Fields {
		if f.Key == key && (found < 0 || f.Changed || !e.Fields[found].Changed) {
			found = i
		}
	}
	if found < 0 {
		return Field{}, false
	}
	return e.Fields[found], true
}

// Str is a key's value as text, "" where the key is not there.
func (e Event) Str(key string) string {
	f, ok := e.Get(key)
	if !ok {
		return ""
	}
	return f.Text()
}

// Holds reports whether a decision is only put on record: what it allows runs when it is presented.
func (e Event) Holds() bool { return e.Str("hold") == "true" }

// Is reports whether an event is a script line with this verb.
func (e Event) Is(verb string) bool { return !e.Seen && e.Verb == verb }

// Saw reports whether an event is a seen line with this word.
func (e Event) Saw(word string) bool { return e.Seen && e.Verb == word }

// Equal compares two events field for field.
func (e Event) Equal(f Event) bool {
	return e.Seen == f.Seen && e.Changed == f.Changed && e.Process == f.Process && e.Verb == f.Verb && e.Subject == f.Subject && slices.Equal(e.Fields, f.Fields)
}

// Clone is a copy that shares no fields with the original.
func (h History) Clone() History {
	out := slices.Clone(h)
	for i := range out {
		out[i].Fields = slices.Clone(out[i].Fields)
	}
	return out
}

// Script is what was done, without what was seen: what a replay plays.
func (h History) Script() History {
	var out History
	for _, e := range h {
		if !e.Seen {
			out = append(out, e)
		}
	}
	return out
}

// Twin is the script without its marked lines and keys: the story in which nothing was changed.
func (h History) Twin() History {
	var out History
	for _, e := range h.Script() {
		if e.Changed {
			continue
		}
		kept := make([]Field, 0, len(e.Fields))
		for _, f := range e.Fields {
			if !f.Changed {
				kept = append(kept, f)
			}
		}
		if e.Fields = kept; !e.saysNothing() {
			out = append(out, e)
		}
	}
	return out
}

// saysNothing reports whether a line is a list of calls or of answers, and there is none.
func (e Event) saysNothing() bool {
	_, calls := e.Get("calls")
	_, answers := e.Get("decisions")
	return e.Verb == VerbTurn && !calls || e.Verb == VerbDecide && e.Subject == "" && !answers
}

// Marked reports whether a history has a change in it, so that its twin is another.
func (h History) Marked() bool {
	for _, e := range h {
		if e.Changed || slices.ContainsFunc(e.Fields, func(f Field) bool { return f.Changed }) {
			return true
		}
	}
	return false
}

// String prints a history, an event a line.
func (h History) String() string {
	var b strings.Builder
	for _, e := range h {
		e.write(&b)
		b.WriteByte('\n')
	}
	return b.String()
}

// String prints one line, without its end.
func (e Event) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e Event) write(b *strings.Builder) {
	switch {
	case e.Seen:
		b.WriteString("< ")
	case e.Changed:
		b.WriteByte('~')
	}
	if e.Process != "" {
		b.WriteString(e.Process)
		b.WriteString(": ")
	}
	b.WriteString(e.Verb)
	if e.Subject != "" {
		b.WriteByte(' ')
		b.WriteString(e.Subject)
	}
	for _, f := range e.Fields {
		b.WriteByte(' ')
		if f.Changed {
			b.WriteByte('~')
		}
		b.WriteString(f.Key)
		b.WriteByte('=')
		b.WriteString(f.Value)
	}
}

// A NotationError says where a text is not in the notation, and why.
type NotationError struct {
	Line int // from 1
	Key  string
	Err  error
}

func (e *NotationError) Error() string {
	if e.Key != "" {
		return fmt.Sprintf("line %d: %s: %v", e.Line, e.Key, e.Err)
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

func (e *NotationError) Unwrap() error { return e.Err }

// ParseHistory reads lines of the notation. Every error is a *NotationError.
func ParseHistory(text string) (History, error) { return parseLines(text, 1) }

// MustHistory is ParseHistory for text that stands in the program; it panics on an error.
func MustHistory(text string) History {
	h, err := ParseHistory(text)
	if err != nil {
		panic(err)
	}
	return h
}

func parseLines(text string, first int) (History, error) {
	var h History
	n := first - 1
	for line := range strings.Lines(text) {
		n++
		line = strings.Trim(line, " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if !utf8.ValidString(line) {
			return nil, &NotationError{n, "", errors.New("the line is not UTF-8; hint: such arguments are written as bytes=")}
		}
		e, key, err := parseEvent(line)
		if err != nil {
			return nil, &NotationError{n, key, err}
		}
		h = append(h, e)
	}
	return h, nil
}

func parseEvent(s string) (e Event, key string, err error) {
	rest := func(from string) string { return strings.TrimLeft(from, " \t") }
	word := func() (w string) {
		i := strings.IndexAny(s, " \t")
		if i < 0 {
			i = len(s)
		}
		w, s = s[:i], rest(s[i:])
		return w
	}
	switch s[0] {
	case '<':
		e.Seen, s = true, rest(s[1:])
	case '~':
		e.Changed, s = true, rest(s[1:])
	}
	e.Verb = word()
	if p, ok := strings.CutSuffix(e.Verb, ":"); ok {
		if !ValidID(p) {
			return e, "", fmt.Errorf("%.60q is no process", p)
		}
		e.Process, e.Verb = p, word()
	}
	if e.Seen && !slices.Contains(SeenWords, e.Verb) {
		return e, "", fmt.Errorf("%.60q is not a word for what is seen; hint: one of %v", e.Verb, SeenWords)
	}
	keys, known := ScriptKeys[e.Verb]
	if !e.Seen && !known {
		return e, "", fmt.Errorf("%.60q is no verb; hint: a line is a verb, the name of an act, and key=value", e.Verb)
	}
	if s != "" && s[0] != '~' {
		if i := strings.IndexAny(s, "= \t"); i < 0 || s[i] != '=' {
			e.Subject = word()
			if strings.ContainsAny(e.Subject, "{}[]\"<~#") {
				return e, "", fmt.Errorf("%.60q is no name", e.Subject)
			}
		}
	}
	for s != "" {
		f := Field{}
		if s[0] == '~' {
			f.Changed, s = true, s[1:]
		}
		k, after, ok := strings.Cut(s, "=")
		if !ok || !ValidID(k) {
			return e, "", fmt.Errorf("key=value should stand at %.40q", s)
		}
		f.Key = k
		if e.Seen && f.Changed {
			return e, k, fmt.Errorf("what was seen cannot be the change")
		}
		if !e.Seen && !slices.Contains(keys, k) && !slices.Contains(everyLine, k) {
			return e, k, fmt.Errorf("%s has no such key; hint: one of %v", e.Verb, keys)
		}
		if f.Value, s, err = readValue(after); err != nil {
			return e, k, err
		}
		e.Fields = append(e.Fields, f)
		s = rest(s)
	}
	key, err = e.check()
	return e, key, err
}

// check reads the values whose form depends on the key, so that a mistake is told with its line.
func (e Event) check() (key string, err error) {
	if e.Seen {
		return "", nil
	}
	for _, f := range e.Fields {
		switch {
		case e.Is(VerbOpen) || e.Is(VerbConfigure):
			probe := defaultWorld.Clone()
			if f.Key != "pause" {
				err = ignoreGone(probe.set(f))
			}
		case f.Key == "args" && f.Value != "none" && !strings.ContainsAny(f.Value[:1], "{["):
			if _, err := ParseValue(f.JSON()); err != nil {
				return f.Key, err
			}
		case f.Key == "calls" || f.Key == "then":
			_, err = f.calls()
		case f.Key == "decisions":
			_, err = e.Decisions()
		case f.Key == "after":
			_, err = e.After()
		case f.Key == "page":
			_, err = PageState{}.With(Event{Fields: []Field{f}})
		default:
			err = new(Call).set(f)
		}
		if err != nil {
			return f.Key, err
		}
	}
	switch {
	case e.Is(VerbAt):
		_, err = ParseTime(e.Subject)
	case e.Is(VerbStore) && !slices.Contains(StoreFaults, e.Subject):
		err = fmt.Errorf("%.60q befalls no store; hint: one of %v", e.Subject, StoreFaults)
	}
	return "", err
}

// A world line may take out what an earlier line put in.
func ignoreGone(err error) error {
	if err != nil && strings.HasSuffix(err.Error(), "nothing by that id to take out") {
		return nil
	}
	return err
}

// A TurnCall is one call of a turn: the act's name and its fields as a line would have them.
type TurnCall struct {
	Act  string
	Line Event
}

// TurnCalls reads the calls of a turn line, [["m1",{"action":…,"args":…}],…], in order.
func (e Event) TurnCalls() ([]TurnCall, error) {
	f, ok := e.Get("calls")
	if !ok {
		return nil, fmt.Errorf("a turn needs calls=[[\"m1\",{…}],…]")
	}
	return f.calls()
}

// ThenCalls reads the calls that an answer's then brings, as TurnCalls does; none where it has none.
func (e Event) ThenCalls() ([]TurnCall, error) {
	f, ok := e.Get("then")
	if !ok {
		return nil, nil
	}
	return f.calls()
}

func (f Field) calls() ([]TurnCall, error) {
	v, err := ParseValue(f.JSON())
	if err != nil {
		return nil, err
	}
	if v.Kind != Array {
		return nil, fmt.Errorf("%.40q is no list of calls; hint: [[\"m1\",{\"action\":…}],…]", f.Value)
	}
	var out []TurnCall
	for i, pair := range v.List {
		if pair.Kind != Array || len(pair.List) != 2 || pair.List[0].Kind != Text || pair.List[1].Kind != Object {
			return nil, fmt.Errorf("entry %d: want [\"m1\",{\"action\":…}]", i)
		}
		t := TurnCall{pair.List[0].Text, Event{Verb: VerbCall, Subject: pair.List[0].Text}}
		for j, k := range pair.List[1].Names {
			if !slices.Contains(CallFields, k) {
				return nil, fmt.Errorf("entry %d: a call has no %q; hint: one of %v", i, k, CallFields)
			}
			t.Line.Fields = append(t.Line.Fields, Field{Key: k, Value: normal(pair.List[1].List[j].Source())})
		}
		out = append(out, t)
	}
	return out, nil
}

// An ActDecision is one answer of a decide line with several.
type ActDecision struct {
	Act      string
	Decision string // JSON
}

// Decisions reads the answers of a decide line, [["m1","allow"],…], in order.
func (e Event) Decisions() ([]ActDecision, error) {
	f, ok := e.Get("decisions")
	if !ok {
		return nil, fmt.Errorf("no decisions=[[\"m1\",\"allow\"],…]")
	}
	v, err := ParseValue(f.JSON())
	if err != nil {
		return nil, err
	}
	var out []ActDecision
	for i, pair := range v.List {
		if pair.Kind != Array || len(pair.List) != 2 || pair.List[0].Kind != Text {
			return nil, fmt.Errorf("entry %d: want [\"m1\",\"allow\"]", i)
		}
		out = append(out, ActDecision{pair.List[0].Text, pair.List[1].Source()})
	}
	return out, nil
}

// After is how long a crash waits before it kills, in real time: at most a second.
func (e Event) After() (time.Duration, error) {
	f, ok := e.Get("after")
	if !ok {
		return 0, nil
	}
	d, err := time.ParseDuration(f.Text())
	if err != nil || d < 0 || d > time.Second {
		return 0, fmt.Errorf("%.20q is no short time; hint: 350us, at most a second", f.Text())
	}
	return d, nil
}
