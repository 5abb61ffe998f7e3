package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A harness that is killed in the middle of killing leaves no gate behind: neither one that waits, nor one that was
// just started.
func TestNoGateOutlivesTheHarness(t *testing.T) {
	probe := filepath.Join(t.TempDir(), "probe") // by this name the test binary is the command; it starts its own file again
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(probe, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		harness := exec.Command(probe, "run", "reference", "--story", "killed-at-random", "--checks", "100000", "--quiet")
		harness.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
		if err := harness.Start(); err != nil {
			t.Fatal(err)
		}
		mark := "TMPDIR=" + strings.TrimPrefix(harness.Env[len(harness.Env)-1], "TMPDIR=")
		await(t, "the harness starts gates", func() bool { return len(with(t, mark)) > 2+round })
		if err := harness.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = harness.Wait()
		await(t, "no gate is left", func() bool { return len(with(t, mark)) == 0 })
	}
}

// await waits for an event, a minute at most.
func await(t *testing.T, event string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !happened(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("in a minute it did not happen that %s", event)
		}
	}
}

// with lists the running processes that have a text in their environment (proc(5), environ): a harness and all that it
// started.
func with(t *testing.T, mark string) (pids []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil || !strings.Contains("\x00"+string(b), "\x00"+mark+"\x00") {
			continue // it has ended, or is none of ours
		}
		var pid, state string
		stat, err := os.ReadFile(filepath.Join(filepath.Dir(file), "stat"))
		if _, scan := fmt.Sscanf(string(stat), "%s %s %s", &pid, new(string), &state); err == nil && scan == nil && state != "Z" && state != "X" {
			pids = append(pids, pid)
		}
	}
	return pids
}
