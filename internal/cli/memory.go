package cli

import (
	"os"
	"runtime/debug"
)

// spendMemory lets the heap grow further before it is collected than Go does by itself, up to a limit
// below what a run may take (200 MiB): playing makes much garbage and keeps little. GOGC and GOMEMLIMIT win.
func spendMemory() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(800)
		debug.SetMemoryLimit(140 << 20)
	}
}
