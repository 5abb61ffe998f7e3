//go:build unix

package remote

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// killGroup kills what runs in a program's group. That nothing does is no error.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// readReady reads what a pipe holds. Where that is nothing it does not wait: os.ErrDeadlineExceeded.
func readReady(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	once := func(fd uintptr) { n, err = syscall.Read(int(fd), b) }
	if failed := raw.Control(once); failed != nil {
		return 0, failed
	}
	switch {
	case err == syscall.EAGAIN || err == syscall.EINTR:
		return 0, os.ErrDeadlineExceeded
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}
