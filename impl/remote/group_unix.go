//go:build unix

package remote

import (
	"os"
	"os/exec"
	"syscall"
)

// killGroup kills what runs in a program's group. That nothing does is no error.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// readReady reads what a pipe holds, without waiting; nothing is (0, nil).
func readReady(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	once := func(fd uintptr) { n, err = syscall.Read(int(fd), b) }
	if failed := raw.Control(once); failed != nil {
		return 0, failed
	}
	return max(n, 0), err
}
