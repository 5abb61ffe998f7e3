package kit

import "encoding/json"

// Raw is JSON kept byte for byte: numbers, spelling and repeated names stay as they were sent.
type Raw = json.RawMessage

// A Hello is what a system can do and tell apart (spec/protocol/protocol.md §6).
type Hello struct {
	Name, Version             string
	Chapters, Binds, Features []string
	Holds                     string
	Yes                       []any
}

// A Call is one act as it is presented. What is absent is empty.
type Call struct {
	Connector     string  `json:"connector,omitempty"`
	Action        string  `json:"action"`
	Connection    string  `json:"connection,omitempty"`
	Arguments     Raw     `json:"arguments,omitempty"`
	ArgumentsText *string `json:"argumentsText,omitempty"`
	Principal     string  `json:"principal"`
	Agent         string  `json:"agent,omitempty"`
	Session       string  `json:"session"`
	CallID        string  `json:"callId,omitempty"`
}

// Text is the arguments as written; without any it is an empty object.
func (c Call) Text() string {
	switch {
	case c.ArgumentsText != nil:
		return *c.ArgumentsText
	case len(c.Arguments) > 0:
		return string(c.Arguments)
	}
	return "{}"
}

// A Decision names a question and answers it. An absent answer is nil, null is the text null.
type Decision struct {
	Request  string `json:"request"`
	Decision Raw    `json:"decision"`
}

// A Request is what the harness sends, whatever its method.
type Request struct {
	World     World      `json:"world"`
	StateDir  string     `json:"stateDir"`
	Call      Call       `json:"call"`
	Calls     []Call     `json:"calls"`
	Then      []Call     `json:"then"`
	Approval  *string    `json:"approval"`
	Request   string     `json:"request"`
	Decision  Raw        `json:"decision"`
	Decisions []Decision `json:"decisions"`
	Hold      bool       `json:"hold"`
	By        string     `json:"by"`
	Session   string     `json:"session"`
	Agent     string     `json:"agent"`
	State     Raw        `json:"state"`
	Now       int64      `json:"now"`
}

// Yes reports whether a decision is the plain word allow.
func Yes(decision Raw) bool { return string(decision) == `"allow"` }

// No reports whether a decision is the plain word deny.
func No(decision Raw) bool { return string(decision) == `"deny"` }

// An Answer says what became of an act; see the constants for its status.
type Answer struct {
	Status   string    `json:"status"`
	Code     string    `json:"code,omitempty"`
	Request  string    `json:"request,omitempty"`
	Requests []*string `json:"requests,omitempty"`
	Answers  []Answer  `json:"answers,omitempty"`
	State    any       `json:"state,omitempty"`
	Result   Raw       `json:"result,omitempty"`
	Message  string    `json:"message,omitempty"`
}

// What an Answer's status can be.
const (
	Executed = "executed"
	Pending  = "pending"
	Recorded = "recorded"
	Refused  = "refused"
	Failed   = "failed"
	Unknown  = "unknown"
)

// Together is the answer to several acts at once: its status is the most urgent of theirs, and where one of them was
// asked about it lists the questions.
func Together(answers []Answer) Answer {
	out := Answer{Status: Refused, Answers: answers}
	for _, a := range answers {
		out.Requests = append(out.Requests, nil)
		if a.Request != "" {
			out.Requests[len(out.Requests)-1] = &a.Request
		}
	}
	for _, s := range []string{Pending, Unknown, Failed, Recorded, Executed} {
		for _, a := range answers {
			if a.Status == s {
				out.Status = s
				return out
			}
		}
	}
	return out
}

// Of is what became of several acts by name, in order; one of which nothing is known was refused.
func Of(names []string, became map[string]Answer) Answer {
	answers := make([]Answer, len(names))
	for i, name := range names {
		a, ok := became[name]
		if !ok {
			a = Answer{Status: Refused, Code: "approval_invalid"}
		}
		answers[i] = a
	}
	return Together(answers)
}

// With is the answer with a state beside it.
func (a Answer) With(state any) Answer {
	a.State = state
	return a
}

// First is the answer to one act, where it was given together with others.
func First(a Answer, err error) (Answer, error) {
	if err == nil && len(a.Answers) == 1 {
		one := a.Answers[0]
		one.State = a.State
		return one, nil
	}
	return a, err
}

// Each lists the decisions of a request, whether it is about one question or about several.
func (r Request) Each() []Decision {
	if r.Decisions != nil {
		return r.Decisions
	}
	return []Decision{{Request: r.Request, Decision: r.Decision}}
}

// Tool is the name of the tool that a call asks for, unlike that of every other action: ids have no slash.
func (c Call) Tool() string { return c.Connector + "/" + c.Action }

// Effect is what the tool of a call would send, with these arguments.
func (c Call) Effect(arguments string) Effect {
	return Effect{Connector: c.Connector, Action: c.Action, Arguments: Raw(arguments), Session: c.Session}
}

// A Show is a question as the system puts it to a person.
type Show struct {
	Request     string   `json:"request"`
	Kind        string   `json:"kind"`
	Action      string   `json:"action"`
	Description string   `json:"description,omitempty"`
	Preview     Raw      `json:"preview,omitempty"`
	Options     []string `json:"options"`
	ExpiresAt   *int64   `json:"expiresAt,omitempty"`
}

// An Effect is the external call that a tool makes.
type Effect struct {
	Connector string `json:"connector,omitempty"`
	Action    string `json:"action"`
	Arguments Raw    `json:"arguments"`
	Session   string `json:"session,omitempty"`
	Request   string `json:"request,omitempty"`
}

// A Tampered says where a changed call stands now, and in how many places.
type Tampered struct {
	State   any    `json:"state,omitempty"`
	Request string `json:"request,omitempty"`
	Changed int    `json:"changed"`
}

// Spell is a value as JSON.
func Spell(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("kit: " + err.Error())
	}
	return string(b)
}

// Read reads JSON; what cannot be read is the zero value.
func Read[V any](text string) (v V) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return *new(V)
	}
	return v
}
