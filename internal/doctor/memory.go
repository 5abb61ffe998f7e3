package doctor

import (
	"os"
	"path/filepath"

	"sameact/spec"
)

// What a gate has to forget, what it has to leave alone, and what it has to keep.

// forgets takes an approval of one place into the next, which the same process serves.
func (x *examination) forgets(step string) bool {
	const fix = "open begins anew: drop everything in memory, and build the gate from the world and what stateDir holds"
	last, ok := x.last(step)
	if !ok {
		return false
	}
	x.gate.Close()
	x.place.Close()
	if !x.enter(step, &host{}) {
		return false
	}
	last.State = nil
	a, err := x.do(last)
	switch {
	case err != nil:
		return x.wrong(step, fix+"; what is not there any more is answered refused", "a yes of an earlier place", err)
	case a.Status == spec.Executed || a.Status == spec.Recorded || x.host.ran() > 0:
		return x.fails(step, fix, "%s, for a yes of a place that is gone", said(a))
	}
	return x.works(step, "%s, for a yes of a place that is gone", said(a))
}

// keepsake is a file that the gate did not write.
const keepsake = "doctor.keep"

// deletesNothing opens a folder again in which something lies.
func (x *examination) deletesNothing(step string) bool {
	folders, ok := x.target.(spec.FolderTarget)
	if !ok {
		return true
	}
	dir, err := os.MkdirTemp("", "doctor-")
	if err != nil {
		return x.fault(step, err)
	}
	defer os.RemoveAll(dir)
	for _, first := range []bool{true, false} {
		x.gate.Close()
		x.place.Close()
		if x.place, err = folders.OpenIn(dir); err != nil {
			return x.fault(step, err)
		}
		if !x.start(step) || first && !x.pends(step) {
			return false
		}
		if first {
			if err := os.WriteFile(filepath.Join(dir, keepsake), nil, 0o600); err != nil {
				return x.fault(step, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, keepsake)); err != nil {
		return x.fails(step, "delete nothing in stateDir: a new history has a new, empty folder, and a folder with something in it is to be gone on with", "a file in stateDir was gone after open")
	}
	return x.works(step, "what lies in stateDir stays there")
}

// survives kills the process between the question and the act.
func (x *examination) survives(step string) bool {
	last, ok := x.last(step)
	if !ok {
		return false
	}
	if program, ok := x.gate.(spec.Killable); ok {
		_ = program.Kill(nil, 0)
	}
	x.gate.Close()
	if !x.start(step) {
		return false
	}
	a, err := x.do(last)
	const fix = "keep questions and decisions in stateDir or in the state, written before the answer is given, and read them there at every request; or do not declare durable"
	switch {
	case err != nil:
		return x.wrong(step, fix, "an act that another process was asked about", err)
	case a.Status != spec.Executed:
		return x.fails(step, fix, "%s, for an act that another process was asked about", said(a))
	}
	return x.works(step, "asked in one process, run in another")
}
