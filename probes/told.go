package probes

import "sameact/spec"

// Told writes a story for a gate in the style that the gate has; a script that is in it already stays
// as it is. It reports false where the gate has no way to be told the story.
func Told(script spec.History, hello spec.Hello) (spec.History, bool) { return restyled(script, hello) }
