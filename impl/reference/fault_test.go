package reference

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sameact/spec"
)

// A yard is a store in a folder, with the processes that were started on it.
type yard struct {
	t      *testing.T
	dir    string
	target spec.FolderTarget
	place  spec.Place
	host   *outside
}

func newYard(t *testing.T, style Style) *yard {
	b := Obeying(style)
	b.Patience = 20 * time.Millisecond // nobody lets go of a store that is held here
	y := &yard{t: t, dir: filepath.Join(t.TempDir(), "state"), target: New(b), host: &outside{}}
	if err := os.Mkdir(y.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { y.end(); y.target.Close() })
	return y
}

// begin starts the first process of the folder, or the first after the others were ended.
func (y *yard) begin() (*scene, error) {
	y.t.Helper()
	var err error
	if y.place, err = y.target.OpenIn(y.dir); err != nil {
		return nil, err
	}
	return y.beside()
}

// beside starts a process more.
func (y *yard) beside() (*scene, error) {
	g, err := y.place.Start("p", y.host, spec.DefaultWorld())
	return &scene{t: y.t, gate: g, host: y.host, now: start}, err
}

func (y *yard) must(s *scene, err error) *scene {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
	return s
}

func (y *yard) end() {
	if y.place != nil {
		y.place.Close()
		y.place = nil
	}
}

func (y *yard) file() string { return filepath.Join(y.dir, "gate.db") }

// outsider is a connection that is nobody's process.
func (y *yard) outsider() *sql.Conn {
	y.t.Helper()
	db, err := sql.Open("sqlite", "file:"+y.file())
	if err != nil {
		y.t.Fatal(err)
	}
	c, err := db.Conn(context.Background())
	if err != nil {
		y.t.Fatal(err)
	}
	y.t.Cleanup(func() { c.Close(); db.Close() })
	return c
}

func (y *yard) sql(c *sql.Conn, query string) {
	y.t.Helper()
	if _, err := c.ExecContext(context.Background(), query); err != nil {
		y.t.Fatal(query, err)
	}
}

// writeVersion sets byte 18 of the file, and has whoever reads it look again. Above 2 SQLite only reads a file,
// whoever runs it; the mode of a file says nothing to root.
func (y *yard) writeVersion(v byte) {
	y.t.Helper()
	c := y.outsider()
	if v > 2 {
		y.sql(c, fmt.Sprintf(`PRAGMA user_version = %d`, schemaVersion))
		y.sql(c, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	c.Close()
	f, err := os.OpenFile(y.file(), os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte{v}, 18)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		y.t.Fatal(err)
	}
}

// While the store fails nothing runs, nothing is lost, and everything says what is wrong and what to do.
func TestAStoreThatFailsWhileItIsUsed(t *testing.T) {
	for _, tt := range []struct {
		reason string
		kind   string
		befall func(*yard, *scene) (undo func(*scene) *scene)
	}{
		{"another process holds it for longer than it is waited for", Busy, func(y *yard, s *scene) func(*scene) *scene {
			c := y.outsider()
			y.sql(c, `BEGIN EXCLUSIVE`)
			return func(s *scene) *scene { y.sql(c, `ROLLBACK`); return s }
		}},
		{"it cannot be written", ReadOnly, func(y *yard, s *scene) func(*scene) *scene {
			y.writeVersion(3)
			return func(s *scene) *scene {
				y.writeVersion(2)
				s.gate.Close() // a connection that found it so keeps to it
				return y.must(y.beside())
			}
		}},
		{"there is no page more", Full, func(y *yard, s *scene) func(*scene) *scene {
			if err := s.gate.(spec.Fillable).Fill(true); err != nil {
				y.t.Fatal(err)
			}
			return func(s *scene) *scene {
				if err := s.gate.(spec.Fillable).Fill(false); err != nil {
					y.t.Fatal(err)
				}
				return s
			}
		}},
	} {
		for _, style := range []Style{RePresent, Resuming} {
			t.Run(tt.kind+"/"+string(style), func(t *testing.T) {
				y := newYard(t, style)
				s := y.must(y.begin())
				id := s.call(mail(letter), "").Request
				if style == RePresent {
					s.decide(id, `"allow"`)
				}
				undo := tt.befall(y, s)
				use := func() spec.Reply {
					if style == Resuming {
						return s.decide(id, `"allow"`)
					}
					return s.call(mail(letter), id)
				}
				for _, out := range []spec.Reply{use(), s.call(mail(`{"n":2}`), ""), s.call(spec.DefaultCall("mail.read"), ""), s.decide(id, `"deny"`)} {
					is(t, out, spec.Refused, spec.CodeStorageFailed)
					for _, part := range []string{y.file(), remedies[tt.kind].what, remedies[tt.kind].hint} {
						if !strings.Contains(out.Message, part) {
							t.Errorf("%q does not say %q", out.Message, part)
						}
					}
				}
				if s.effects() > 0 || len(y.host.shows) > 1 {
					t.Fatalf("%s: %d effects, %d questions", tt.reason, s.effects(), len(y.host.shows))
				}
				state := s.state
				s = undo(s)
				s.state = state
				is(t, use(), spec.Executed, "")
				is(t, use(), spec.Refused, spec.CodeApprovalUsed)
				if s.effects() != 1 {
					t.Errorf("%d effects", s.effects())
				}
			})
		}
	}
}

// Requests that have no answer with a code say it as an error, and change nothing.
func TestSweepsOfAStoreThatFails(t *testing.T) {
	y := newYard(t, RePresent)
	s := y.must(y.begin())
	id := s.call(mail(letter), "").Request
	c := y.outsider()
	y.sql(c, `BEGIN EXCLUSIVE`)
	for _, method := range []string{spec.MethodTick, spec.MethodClear, spec.MethodEnd, spec.MethodAudit} {
		_, err := s.gate.Do(spec.Request{Method: method, Session: "s1", Now: start + tenMinutes})
		var f *StoreFault
		if !errors.As(err, &f) || f.Kind != Busy {
			t.Errorf("%s: %v", method, err)
		}
	}
	y.sql(c, `ROLLBACK`)
	is(t, s.decide(id, `"allow"`), spec.Recorded, "")
}

// What the tool said is told, also where it could not be written down; the call stays on record as unknown.
func TestAStoreThatFailsDuringACall(t *testing.T) {
	y := newYard(t, RePresent)
	s := y.must(y.begin())
	id := s.call(mail(letter), "").Request
	s.decide(id, `"allow"`)
	c := y.outsider()
	y.host.meanwhile = func() { y.sql(c, `BEGIN EXCLUSIVE`) }
	is(t, s.call(mail(letter), id), spec.Executed, "")
	y.sql(c, `ROLLBACK`)
	is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalUsed)
	records := s.do(spec.Request{Method: spec.MethodAudit}).Records
	if n := len(records); n != 4 || records[2].Outcome != "unknown" || records[2].Duration != nil {
		t.Errorf("%+v", records)
	}
}

// A store that was damaged while nothing ran is not taken up, and not made anew.
func TestAStoreThatWasDamaged(t *testing.T) {
	for _, tt := range []struct {
		reason string
		kind   string
		befall func(*yard) error
	}{
		{"half of it is there", Damaged, func(y *yard) error {
			info, err := os.Stat(y.file())
			return errors.Join(err, os.Truncate(y.file(), info.Size()/2))
		}},
		{"noise stands in it, at its beginning too", Damaged, func(y *yard) error {
			b, err := os.ReadFile(y.file())
			for i := range b {
				b[i] = byte(i*131 + 7)
			}
			return errors.Join(err, os.WriteFile(y.file(), b, 0o666))
		}},
		{"noise stands in a page, and the beginning is whole", Damaged, func(y *yard) error {
			f, err := os.OpenFile(y.file(), os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte(strings.Repeat("\xa5", 4096)), 4096)
			return errors.Join(err, f.Close())
		}},
		{"the folder is gone", Missing, func(y *yard) error { return os.RemoveAll(y.dir) }},
		{"only the journal is there", Missing, func(y *yard) error { return os.Rename(y.file(), y.file()+"-wal") }},
		{"a newer program wrote it", Newer, func(y *yard) error {
			c := y.outsider()
			y.sql(c, fmt.Sprintf(`PRAGMA user_version = %d`, schemaVersion+1))
			return c.Close()
		}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			y := newYard(t, RePresent)
			s := y.must(y.begin())
			s.decide(s.call(mail(letter), "").Request, `"allow"`)
			y.end()
			if err := tt.befall(y); err != nil {
				t.Fatal(err)
			}
			before := listing(t, y.dir)
			_, err := y.begin()
			var f *StoreFault
			if !errors.As(err, &f) || f.Kind != tt.kind {
				t.Fatalf("it was opened: %v", err)
			}
			for _, part := range []string{y.dir, remedies[tt.kind].what, "hint: " + remedies[tt.kind].hint} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
			if after := listing(t, y.dir); after != before {
				t.Errorf("the folder held %q and holds %q", before, after)
			}
		})
	}
}

// listing names what a folder holds, journals of who reads apart; "none" where there is no folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return "none"
	} else if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "-shm") {
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, " ")
}

// A process whose files are taken away does not write into what nobody will read again, and makes no new ones.
func TestAFolderThatGoesWhileItIsUsed(t *testing.T) {
	for _, tt := range []struct {
		reason string
		befall func(*yard) error
	}{
		{"the folder is removed", func(y *yard) error { return os.RemoveAll(y.dir) }},
		{"the folder has another name", func(y *yard) error { return os.Rename(y.dir, y.dir+"-old") }},
		{"another file stands in its place", func(y *yard) error {
			b, err := os.ReadFile(y.file())
			return errors.Join(err, os.Remove(y.file()), os.WriteFile(y.file(), b, 0o666))
		}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			y := newYard(t, RePresent)
			s := y.must(y.begin())
			id := s.call(mail(letter), "").Request
			s.decide(id, `"allow"`)
			if err := tt.befall(y); err != nil {
				t.Fatal(err)
			}
			before := listing(t, y.dir)
			is(t, s.call(mail(letter), id), spec.Refused, spec.CodeStorageFailed)
			is(t, s.call(spec.DefaultCall("mail.read"), ""), spec.Refused, spec.CodeStorageFailed)
			if _, err := y.beside(); before == "none" && err == nil {
				t.Error("a process was started on no folder")
			}
			if after := listing(t, y.dir); s.effects() > 0 || after != before {
				t.Errorf("%d effects; the folder held %q and holds %q", s.effects(), before, after)
			}
		})
	}
}

// A backup that is put back knows what it held when it was taken, and nothing of what was done since. This is no
// promise: it is what nobody can promise who has only the folder.
func TestABackupKnowsNothingNewer(t *testing.T) {
	y := newYard(t, RePresent)
	s := y.must(y.begin())
	used := s.call(mail(letter), "").Request
	s.decide(used, `"allow"`)
	y.end()
	old, err := os.ReadFile(y.file())
	if err != nil {
		t.Fatal(err)
	}
	s = y.must(y.begin())
	is(t, s.call(mail(letter), used), spec.Executed, "")
	later := s.call(mail(`{"n":2}`), "").Request
	s.decide(later, `"allow"`)
	y.end()
	if err := os.WriteFile(y.file(), old, 0o666); err != nil {
		t.Fatal(err)
	}
	s = y.must(y.begin())
	is(t, s.call(mail(`{"n":2}`), later), spec.Refused, spec.CodeApprovalInvalid)
	is(t, s.call(mail(`{"n":3}`), used), spec.Refused, spec.CodeApprovalInvalid)
	is(t, s.call(mail(letter), used), spec.Executed, "")
	is(t, s.call(mail(letter), used), spec.Refused, spec.CodeApprovalUsed)
}

// What one process has met expired stays so for one whose clock runs behind.
func TestAClockThatStepsBack(t *testing.T) {
	for _, way := range []string{spec.MethodCall, spec.MethodDecide, spec.MethodTick} {
		y := newYard(t, RePresent)
		s := y.must(y.begin())
		id := s.call(mail(letter), "").Request
		s.decide(id, `"allow"`)
		behind := y.must(y.beside())
		s.now += tenMinutes
		c := mail(letter)
		s.do(spec.Request{Method: way, Call: &c, Approval: &id, Request: id, Decision: json.RawMessage(`"allow"`), By: "u1"})
		is(t, behind.call(mail(letter), id), spec.Refused, spec.CodeApprovalExpired)
		s.now -= tenMinutes
		is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalExpired)
	}
}
