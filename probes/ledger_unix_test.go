//go:build unix

package probes_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// A ledger is a gate whose store is one JSON file, locked while it is used. A careless one goes on without the lock,
// and takes a file that it cannot read for one that says yes.
type ledger struct{ careless bool }

func (l ledger) Hello() spec.Hello {
	return spec.Hello{Protocol: "1", Gate: spec.Named{Name: "ledger", Version: "1"}, Chapters: []string{"lifecycle", "durability"},
		Binds: []string{"action", "arguments"}, Features: []string{"several", "durable", "store-faults"}}
}

func (l ledger) Open() (spec.Place, error)             { return nil, errors.New("this ledger is kept in a folder") }
func (l ledger) OpenIn(dir string) (spec.Place, error) { return ledgerPlace{l, dir}, nil }
func (l ledger) Close() error                          { return nil }

type ledgerPlace struct {
	ledger
	dir string
}

func (p ledgerPlace) Start(_ string, host spec.Host, _ spec.World) (spec.Gate, error) {
	g := &ledgerGate{p.ledger, filepath.Join(p.dir, "ledger.json"), host}
	f, err := os.OpenFile(g.file, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = g.read(f)
	return g, err
}

type ledgerGate struct {
	ledger
	file string
	host spec.Host
}

func (g *ledgerGate) Close() error                            { return nil }
func (g *ledgerGate) Kill(*spec.Request, time.Duration) error { return nil }

func (g *ledgerGate) read(f *os.File) (states map[string]string, err error) {
	states = map[string]string{}
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return states, err
	}
	if err = json.NewDecoder(f).Decode(&states); err != nil && g.careless {
		return map[string]string{"q1": "allowed"}, nil
	}
	return states, err
}

// change runs a function on what the file holds and writes it back; false is that the store failed.
func (g *ledgerGate) change(fn func(map[string]string)) bool {
	f, err := os.OpenFile(g.file, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil && !g.careless {
		return false
	}
	states, err := g.read(f)
	if err != nil {
		return false
	}
	fn(states)
	b, _ := json.Marshal(states)
	_, err = f.WriteAt(b, 0)
	return err == nil && f.Truncate(int64(len(b))) == nil
}

func (g *ledgerGate) Do(r spec.Request) (spec.Reply, error) {
	failed := spec.Reply{Answer: spec.Answer{Status: spec.Refused, Code: spec.CodeStorageFailed}}
	switch {
	case r.Method == spec.MethodDecide:
		if !g.change(func(s map[string]string) { s[r.Request] = "allowed" }) {
			return failed, nil
		}
		return spec.Reply{Answer: spec.Answer{Status: spec.Recorded}}, nil
	case r.Approval == nil:
		if !g.change(func(s map[string]string) { s["q1"] = "open" }) {
			return failed, nil
		}
		text, _ := r.Call.Text()
		err := g.host.Show(spec.Show{Request: "q1", Kind: "approval", Action: r.Call.Action, Preview: json.RawMessage(text), Options: []string{"allow", "deny"}})
		return spec.Reply{Answer: spec.Answer{Status: spec.Pending, Request: "q1"}}, err
	}
	was := ""
	if !g.change(func(s map[string]string) { was, s[*r.Approval] = s[*r.Approval], "used" }) {
		return failed, nil
	}
	if was != "allowed" {
		return spec.Reply{Answer: spec.Answer{Status: spec.Refused}}, nil
	}
	text, _ := r.Call.Text()
	_, err := g.host.Effect(spec.Effect{Connector: r.Call.Connector, Action: r.Call.Action, Arguments: json.RawMessage(text)})
	return spec.Reply{Answer: spec.Answer{Status: spec.Executed}}, err
}

// A store of plain files is locked, protected and damaged as files are; what only a database has is not played.
func TestAStoreOfPlainFiles(t *testing.T) {
	root := os.Getuid() == 0
	for _, c := range []struct {
		reason, befall, afterwards string
		played, careless           bool // careless: a careless gate is caught at it
	}{
		{"the file is locked", "store busy", "store well\ncall m1", true, true},
		{"the file and its folder are protected; root does not care", "store read-only", "store well\ncall m1", !root, false},
		{"nobody can say to a gate inside this process that its disk is full", "store full", "call m1", false, false},
		{"half of the file is there", "crash\nstore truncated", "call m1", true, true},
		{"noise stands in the file", "crash\nstore overwritten", "call m1", true, true},
		{"the folder is gone", "store missing", "call m1", true, false},
		{"a plain file says nothing about who wrote it", "crash\nstore newer", "call m1", false, false},
	} {
		for _, careless := range []bool{false, true} {
			script := spec.MustHistory("call m1 action=mail.send\nallow m1\n" + c.befall + "\ncall m1\n" + c.afterwards)
			h, err := probes.Play(ledger{careless}, script)
			if err != nil {
				t.Errorf("%s: %v", c.reason, err)
				continue
			}
			if played := len(h.Script()) == len(script); played != c.played {
				t.Errorf("%s: played %v, want %v\n%s", c.reason, played, c.played, h)
			}
			broken := law.Judge(h, ledger{}.Hello()).Of("store-fails-closed").Breaches
			if caught := len(broken) > 0; caught != (careless && c.careless) {
				t.Errorf("%s, careless %v: caught %v\n%s", c.reason, careless, caught, h)
			}
			if !careless && c.befall == "store busy" && !strings.HasSuffix(h.String(), "< executed\n") {
				t.Errorf("%s: it does not run when the store is well\n%s", c.reason, h)
			}
		}
	}
}

// A copy of plain files that is put back is what the gate goes on with.
func TestACopyOfPlainFiles(t *testing.T) {
	h, err := probes.Play(ledger{}, spec.MustHistory("call m1 action=mail.send\nallow m1\nstore kept\ncall m1\ncall m1\nstore put-back\ncall m1"))
	if err != nil {
		t.Fatal(err)
	}
	effects := slices.DeleteFunc(h, func(e spec.Event) bool { return !e.Saw(spec.SeenEffect) })
	if len(effects) != 2 {
		t.Errorf("%d effects, want one before the copy was put back and one after", len(effects))
	}
}
