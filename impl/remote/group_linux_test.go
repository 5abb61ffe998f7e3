package remote

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// nobodyLeft waits until a process group has no living member, five seconds at most.
func nobodyLeft(t *testing.T, group int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); ; runtime.Gosched() {
		left := members(t, group)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("of the group %d these still run: %v", group, left)
		}
	}
}

// members lists the processes of a group that have not ended (proc(5), stat).
func members(t *testing.T, group int) (pids []int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range stats {
		b, err := os.ReadFile(file)
		if err != nil {
			continue // it has just ended
		}
		var pid, parent, of int
		var name, state string
		if _, err := fmt.Sscanf(string(b), "%d %s %s %d %d", &pid, &name, &state, &parent, &of); err != nil {
			continue // a name with a space in it is none of ours
		}
		if of == group && state != "Z" && state != "X" {
			pids = append(pids, pid)
		}
	}
	return pids
}
