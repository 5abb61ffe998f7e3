//go:build linux

package main

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// BenchmarkPeakMemory builds the command and judges the reference with it, as a user does: the most that
// the process ever held, as the system counted it, and how long it took.
func BenchmarkPeakMemory(b *testing.B) {
	probe := filepath.Join(b.TempDir(), "probe")
	if out, err := exec.Command("go", "build", "-o", probe, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, target := range []string{"reference", "reference/resuming"} {
		b.Run(target, func(b *testing.B) {
			var most int64
			for b.Loop() {
				run := exec.Command(probe, "run", target, "--quiet")
				if out, err := run.CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				used, ok := run.ProcessState.SysUsage().(*syscall.Rusage)
				if !ok {
					b.Fatal("the system does not count memory")
				}
				most = max(most, used.Maxrss)
			}
			b.ReportMetric(float64(most)/1024, "MiB-peak")
		})
	}
}
