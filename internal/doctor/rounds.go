package doctor

import (
	"slices"

	"sameact/spec"
)

// A round tries one thing that adapters get wrong, in a fresh place, once the act itself has gone through. What is
// tried on the way and goes wrong is told under the round's name.
type round struct {
	name  string
	needs func(spec.Hello) bool // what has to be declared; nil is nothing
	holds string                // effect or show: what the host holds
	try   func(*examination, string) bool
}

// rounds in the order in which they are tried.
var rounds = []round{
	{name: "deny", try: (*examination).refuses},
	{name: "show held", needs: has("question"), holds: "show", try: (*examination).awaitsShow},
	{name: "effect held", holds: "effect", try: (*examination).awaitsEffect},
	{name: "overlap", holds: "effect", try: (*examination).overlaps},
	{name: "unknown", try: (*examination).refusesUnknown},
	{name: "methods", try: (*examination).knowsMethods},
	{name: "exact", try: (*examination).passesOn},
	{name: "text", needs: has("text"), try: (*examination).takesText},
	{name: "bytes", needs: has("bytes"), try: (*examination).takesBytes},
	{name: "said along", needs: has("claims", "call-id"), try: (*examination).takesMore},
	{name: "clock", try: (*examination).readsNow},
	{name: "raw decision", needs: has("raw-decision"), try: (*examination).takesAnything},
	{name: "several", needs: has("several"), try: (*examination).keepsSeveral},
	{name: "turn", needs: has("batch", "batch-whole"), try: (*examination).takesTurns},
	{name: "hold", needs: has("hold"), try: (*examination).putsOnRecord},
	{name: "then", needs: has("then"), try: (*examination).goesOn},
	{name: "tamper", needs: has("tamper"), try: (*examination).tampers},
	{name: "forge", needs: has("forge"), try: (*examination).forges},
	{name: "audit", needs: has("audit"), try: (*examination).audits},
	{name: "open again", try: (*examination).forgets},
	{name: "folder", try: (*examination).deletesNothing},
	{name: "restart", needs: has("durable"), try: (*examination).survives},
}

// has is met where one of the features is declared.
func has(features ...string) func(spec.Hello) bool {
	return func(h spec.Hello) bool { return slices.ContainsFunc(features, h.Has) }
}

// play tries one round, and leaves nothing open.
func (x *examination) play(r round) {
	if r.needs != nil && !r.needs(x.hello) {
		return
	}
	h := &host{}
	if r.holds != "" {
		h = holding(r.holds)
	}
	if !x.enter(r.name, h) {
		return
	}
	r.try(x, r.name)
	x.gate.Close()
	x.place.Close()
}
