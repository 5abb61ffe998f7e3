package spec

import "slices"

// Verbs of script lines.
const (
	VerbOpen      = "open"
	VerbCall      = "call"
	VerbDecide    = "decide"
	VerbFinish    = "finish"
	VerbResume    = "resume"
	VerbClear     = "clear"
	VerbEnd       = "end"
	VerbConfigure = "configure"
	VerbTick      = "tick"
	VerbAudit     = "audit"
	VerbTurn      = "turn"
	VerbTamper    = "tamper"
	VerbAllow     = "allow"
	VerbDeny      = "deny"
	VerbAlways    = "always"
	VerbAt        = "at"
	VerbStart     = "start"
	VerbCrash     = "crash"
	VerbStore     = "store"
	VerbGo        = "go"
)

// Points at which pause holds a line, besides the sync points of a gate.
const (
	PauseReady  = "ready"  // before it is sent
	PauseSent   = "sent"   // sent, and its answer not waited for
	PauseShow   = "show"   // when its question is shown
	PauseEffect = "effect" // when its effect arrives
	PauseEvery  = "every"  // at every point that it comes to from sent on, one go after the other
)

// States that a line can bring in place of the newest. Any other name is an act's: the newest of its question.
const (
	StateFirst = "first" // with which the act's question was opened
	StateHeld  = "held"  // as the act's decision left it that was held
)

// StoreFaults are what can befall the files of a gate, and well, which undoes what can be undone.
var StoreFaults = []string{"busy", "read-only", "full", "truncated", "overwritten", "missing", "newer", "kept", "put-back", "well"}

// Words of seen lines besides the statuses.
const (
	SeenShow    = "show"
	SeenEffect  = "effect"
	SeenExpect  = "expect"
	SeenResolve = "resolve"
	SeenObserve = "observe"
	SeenSync    = "sync"
	SeenSettled = "settled"
	SeenRecords = "records"
	SeenFault   = "fault"
)

var everyLine = []string{"pause"}

// behaviour is set on the line that meets it: how tools, person and page behave.
var behaviour = []string{"effect", "person", "page"}

var decision = append([]string{"with", "by", "session", "agent", "state", "hold", "then"}, behaviour...)

// ScriptKeys are the keys that a script line may have, by verb.
var ScriptKeys = map[string][]string{
	VerbOpen:      WorldFields,
	VerbConfigure: WorldFields,
	VerbCall:      slices.Concat(CallFields, []string{"with", "state"}, behaviour),
	VerbTamper:    slices.Concat(CallFields, []string{"state"}),
	VerbTurn:      slices.Concat([]string{"calls", "state"}, behaviour),
	VerbDecide:    slices.Concat([]string{"decision", "decisions"}, decision),
	VerbAllow:     decision,
	VerbDeny:      decision,
	VerbAlways:    decision,
	VerbFinish:    slices.Concat([]string{"outcome", "by", "typed"}, behaviour),
	VerbResume:    slices.Concat([]string{"with", "wait", "transcript", "version", "by", "agent"}, behaviour),
	VerbClear:     {"session"},
	VerbEnd:       {"session"},
	VerbTick:      nil,
	VerbAudit:     nil,
	VerbAt:        nil,
	VerbStart:     nil,
	VerbCrash:     {"after"},
	VerbStore:     nil,
	VerbGo:        nil,
}

// SeenWords is the closed list of what the harness sees.
var SeenWords = func() []string {
	words := []string{SeenShow, SeenEffect, SeenExpect, SeenResolve, SeenObserve, SeenSync}
	for _, s := range Statuses {
		words = append(words, string(s))
	}
	return append(words, SeenSettled, SeenRecords, SeenFault)
}()
