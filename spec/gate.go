package spec

import (
	"encoding/json"
	"slices"
	"time"
)

// A Gate is one process of what is judged. Do serves one request; an error is a fault of the adapter
// (a crash, a broken line, a time-out), never a refusal: a refusal is a Reply.
// Do may be called again while an Effect, Show or Sync of an earlier Do is unanswered.
type Gate interface {
	Do(Request) (Reply, error)
	Close() error
}

// A Killable gate can be ended as a crash ends it: at once, whatever it is doing. What it had sent has reached
// the host when Kill returns; requests that it serves end with an error. A last request is sent before the end,
// so much earlier, and its answer is not waited for: how far it got is not known. Gates that declare durable
// are killable.
type Killable interface {
	Gate
	Kill(last *Request, after time.Duration) error
}

// A PlaceOfCrashes can also kill a process so long after it began to start: how far it got is not known.
type PlaceOfCrashes interface {
	Place
	StartKilled(process string, host Host, world World, after time.Duration) error
}

// A Place holds one history: it starts empty, and every gate process started in it works on the
// same store (the wire's stateDir). Closing it ends what still runs there.
type Place interface {
	// Start brings a process up in a world. The name tells the processes of one history apart.
	Start(process string, host Host, world World) (Gate, error)
	Close() error
}

// A Target is a gate that can be put under test, again and again. It is safe for concurrent use.
type Target interface {
	Hello() Hello
	// Open makes a fresh place.
	Open() (Place, error)
	Close() error
}

// A FolderTarget can also go on with what a folder holds: what probe gate serves, and what survives
// a restart. An empty folder is a fresh place. Nothing in it is deleted.
type FolderTarget interface {
	Target
	OpenIn(dir string) (Place, error)
}

// A Host is the outside world as a gate reaches it: what arrives here is what happened.
type Host interface {
	// Effect is the external call. A *CallError says that it failed or that its reply was lost.
	Effect(Effect) (EffectResult, error)
	// Show is what the person sees of a question.
	Show(Show) error
	// Sync is called at a named point; it returns when the harness lets the gate go on.
	Sync(point string) error
}

// A Page is a host that also plays the page runtime's surroundings.
type Page interface {
	Host
	Expect(action string, arguments json.RawMessage) (bool, error)
	Resolve(ref string) (json.RawMessage, error)
	Observe(Observation) error
}

// An Observation is what the agent is told about the page.
type Observation struct {
	Tools []ObservedTool `json:"tools"`
	Text  string         `json:"text"`
}

// An ObservedTool is one action as the agent sees it.
type ObservedTool struct {
	ID      string `json:"id"`
	Asks    bool   `json:"asks"`
	Handoff bool   `json:"handoff"`
}

// An Effect is one external call as it arrives.
type Effect struct {
	Connector string          `json:"connector,omitempty"`
	Action    string          `json:"action"`
	Account   string          `json:"account,omitempty"`
	Arguments json.RawMessage `json:"arguments"`
	Session   string          `json:"session,omitempty"`
	Request   string          `json:"request,omitempty"`
}

// An EffectResult answers an effect: what the tool returned, and the clock after it in milliseconds.
type EffectResult struct {
	Result json.RawMessage `json:"result"`
	Now    int64           `json:"now"`
}

// A CallError says why an effect has no result. The two codes are the wire's.
type CallError struct {
	Code int
	Now  int64 // the clock, in milliseconds
}

const (
	EffectRefused = -32010 // refused or failed before anything happened
	EffectLost    = -32011 // the reply was lost: what happened is not known
)

func (e *CallError) Error() string {
	if e.Code == EffectRefused {
		return "the tool refused"
	}
	return "the reply was lost"
}

// A Mark stands outside the data and says what a preview does not show as it is.
type Mark struct {
	At   string `json:"at"`   // JSON pointer, names as shown
	Kind string `json:"kind"` // masked | cut | escaped | …
	Note string `json:"note,omitempty"`
}

// A Show is a question or a handoff as the person sees it.
type Show struct {
	Request     string          `json:"request"`
	Kind        string          `json:"kind"` // approval | handoff
	Action      string          `json:"action"`
	Description string          `json:"description,omitempty"`
	Scope       string          `json:"scope,omitempty"`
	Risk        string          `json:"risk,omitempty"`
	Account     string          `json:"account,omitempty"`
	Preview     json.RawMessage `json:"preview,omitempty"`
	Marks       []Mark          `json:"marks,omitempty"`
	Full        json.RawMessage `json:"full,omitempty"`
	Options     []string        `json:"options"`
	Steps       json.RawMessage `json:"steps,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	ExpiresAt   *int64          `json:"expiresAt,omitempty"`
	Earlier     string          `json:"earlier,omitempty"`
}

// A Hello is what a gate declares in the handshake.
type Hello struct {
	Protocol   string            `json:"protocol"`
	Gate       Named             `json:"gate"`
	Chapters   []string          `json:"chapters"` // an entry may also be one clause's slug
	Binds      []string          `json:"binds"`
	AlsoBinds  []string          `json:"alsoBinds,omitempty"`
	Features   []string          `json:"features"`
	Holds      string            `json:"holds,omitempty"` // client | server
	Yes        []json.RawMessage `json:"yes,omitempty"`
	SyncPoints []string          `json:"syncPoints,omitempty"`
}

// Named is a program and its version.
type Named struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Has reports whether a feature is declared.
func (h Hello) Has(feature string) bool { return slices.Contains(h.Features, feature) }

// BindsField reports whether a field is declared to be told apart.
func (h Hello) BindsField(field string) bool { return slices.Contains(h.Binds, field) }

// Resumes reports whether the gate runs an act itself when the person allows it: always on the page
// path, and on the connector path where it declares so.
func (h Hello) Resumes(c Call) bool { return c.Connector == "" || h.Has("resumes") }

// A Request is one message to a gate: the method and its parameters, whose JSON form is the wire's.
type Request struct {
	Method     string          `json:"-"`
	World      *World          `json:"world,omitempty"`
	Call       *Call           `json:"call,omitempty"`
	Calls      []Call          `json:"calls,omitempty"`
	Approval   *string         `json:"approval,omitempty"`
	Request    string          `json:"request,omitempty"`
	Decision   json.RawMessage `json:"decision,omitempty"`
	Decisions  []Decision      `json:"decisions,omitempty"`
	Outcome    string          `json:"outcome,omitempty"`
	Typed      string          `json:"typed,omitempty"`
	By         string          `json:"by,omitempty"`
	Session    string          `json:"session,omitempty"`
	Agent      string          `json:"agent,omitempty"`
	Wait       string          `json:"wait,omitempty"`
	Transcript string          `json:"transcript,omitempty"`
	Version    *int64          `json:"version,omitempty"`
	Hold       bool            `json:"hold,omitempty"`
	Then       []Call          `json:"then,omitempty"`
	State      json.RawMessage `json:"state,omitempty"`
	Now        int64           `json:"now"` // milliseconds since the epoch
}

// A Decision answers one question of several.
type Decision struct {
	Request  string          `json:"request"`
	Decision json.RawMessage `json:"decision"`
}

// A Reply is a gate's answer to any request; each method fills its own part.
type Reply struct {
	Answer
	Settled []Settled     `json:"settled,omitempty"`
	Records []AuditRecord `json:"records,omitempty"`
	Changed *int          `json:"changed,omitempty"` // of tamper: what the change changed
}

// Methods of the wire that the harness sends, in the order of spec/protocol/protocol.md §2.
const (
	MethodCall      = "call"
	MethodDecide    = "decide"
	MethodFinish    = "finish"
	MethodResume    = "resume"
	MethodClear     = "clear"
	MethodEnd       = "end"
	MethodConfigure = "configure"
	MethodTick      = "tick"
	MethodAudit     = "audit"
	MethodTurn      = "turn"
	MethodTamper    = "tamper"
)
