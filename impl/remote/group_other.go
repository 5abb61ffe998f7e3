//go:build !unix

package remote

import (
	"os"
	"os/exec"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func (p *process) reap() {
	err := p.cmd.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.how, p.reaped = err, true
}

// killGroup kills the program only: groups are not known here.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// readReady cannot tell what a pipe holds here: what was not read before the end is lost.
func readReady(*os.File, []byte) (int, error) { return 0, os.ErrDeadlineExceeded }
