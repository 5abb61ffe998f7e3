package remote

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"unsafe"
)

// fill lets no process of the program's group write into files, or lets it again: the soft limit on the size of files is
// set to nothing (prlimit(2), RLIMIT_FSIZE). Pipes have no size, so what it says still arrives. Whoever writes gets EFBIG,
// and SIGXFSZ, which ends a program that neither ignores nor handles it.
func (p *process) fill(full bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return nil
	}
	group := p.cmd.Process.Pid
	for _, pid := range members(group) {
		if err := limitFiles(pid, full); err != nil && err != syscall.ESRCH {
			return fmt.Errorf("limit what process %d writes: %w", pid, err)
		}
	}
	return nil
}

func limitFiles(pid int, full bool) error {
	var was syscall.Rlimit
	if err := prlimit(pid, nil, &was); err != nil {
		return err
	}
	now := syscall.Rlimit{Cur: was.Max, Max: was.Max}
	if full {
		now.Cur = 0
	}
	return prlimit(pid, &now, nil)
}

func prlimit(pid int, set, get *syscall.Rlimit) error {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_FSIZE, uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(get)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// members lists the processes of a group that have not ended (proc(5), stat).
func members(group int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		b, err := os.ReadFile(file)
		if err != nil {
			continue // it has just ended
		}
		var pid, parent, of int
		var state string
		name := bytes.LastIndexByte(b, ')') // in brackets, and it may hold anything
		_, err1 := fmt.Sscanf(string(b), "%d", &pid)
		_, err2 := fmt.Sscanf(string(b[name+1:]), " %s %d %d", &state, &parent, &of)
		if err1 == nil && err2 == nil && of == group && state != "Z" && state != "X" {
			pids = append(pids, pid)
		}
	}
	return pids
}
