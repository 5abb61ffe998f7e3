package remote

import "syscall"

// ownGroup makes a program the leader of a group, killed when the harness dies.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// reap waits for the end and kills what is left of the group before the leader is reaped: until then
// the group's id can belong to nobody else.
func (p *process) reap() {
	awaitExit(p.cmd.Process.Pid)
	p.mu.Lock()
	defer p.mu.Unlock()
	killGroup(p.cmd)
	p.how, p.reaped = p.cmd.Wait(), true
}

// awaitExit returns when a child has ended, and does not reap it (waitid(2), WNOWAIT).
func awaitExit(pid int) {
	const byPid, exited, noReap = 1, 0x4, 0x1000000 // P_PID, WEXITED, WNOWAIT
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, byPid, uintptr(pid), 0, exited|noReap, 0, 0)
		if errno != syscall.EINTR {
			return
		}
	}
}
