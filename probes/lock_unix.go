//go:build unix

package probes

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes a file for itself (flock(2)). Whoever takes no locks does not notice.
func lockFile(file string) (release func() error, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
