//go:build !linux

package remote

import "sameact/spec"

// fill cannot be done here: no process may set another's limits.
func (p *process) fill(bool) error { return spec.ErrUnsupported }
