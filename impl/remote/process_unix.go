//go:build unix && !linux

package remote

import "syscall"

// ownGroup makes a program the leader of a group. Here nobody tells it of the harness's death: it
// learns of it by the end of its input.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// reap waits for the end and then kills what is left of the group, at once, before its id can
// belong to somebody else.
func (p *process) reap() {
	err := p.cmd.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	killGroup(p.cmd)
	p.how, p.reaped = err, true
}
