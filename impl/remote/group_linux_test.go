package remote

import (
	"runtime"
	"testing"
	"time"
)

// nobodyLeft waits until a process group has no living member, five seconds at most.
func nobodyLeft(t *testing.T, group int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; runtime.Gosched() {
		left := members(group)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("of the group %d these still run: %v", group, left)
		}
	}
}
