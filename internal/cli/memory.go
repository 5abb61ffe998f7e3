package cli

import (
	"os"
	"runtime/debug"
)

// How much garbage may stand beside what is kept, in percent, before it is collected: playing makes
// much and keeps little. A run stays below 200 MiB with it.
const (
	runGarbage   = 250
	proofGarbage = 500
)

// spendMemory lets the heap grow further than Go does by itself. GOGC wins.
func spendMemory(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
