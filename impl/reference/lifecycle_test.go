package reference

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sameact/spec"
)

// stateOf reads the state of the only question of a store, and what is written down of its expiry.
func (s *scene) stateOf(id string) string {
	s.t.Helper()
	var state string
	err := s.gate.(*gate).store.tx(func(t *tx) error {
		_, err := t.row(`SELECT state FROM approvals WHERE id = :id`, []any{sql.Named("id", id)}, &state)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

func (s *scene) sql(query string, id string) {
	s.t.Helper()
	err := s.gate.(*gate).store.tx(func(t *tx) error { _, err := t.exec(query, sql.Named("id", id)); return err })
	if err != nil {
		s.t.Fatal(err)
	}
}

// TestMoves walks from each state along each way there is, and looks where it leads.
func TestMoves(t *testing.T) {
	reach := map[string]func(*scene, string){
		pending:  func(*scene, string) {},
		approved: func(s *scene, id string) { s.decide(id, `"allow"`) },
		denied:   func(s *scene, id string) { s.decide(id, `"deny"`) },
		expired: func(s *scene, id string) {
			s.do(spec.Request{Method: spec.MethodTick, Now: start + tenMinutes})
		},
		consumed: func(s *scene, id string) { s.decide(id, `"allow"`); s.call(mail(letter), id) },
	}
	ways := map[string]func(*scene, string){
		"allow": func(s *scene, id string) { s.decide(id, `"allow"`) },
		"deny":  func(s *scene, id string) { s.decide(id, `"deny"`) },
		"use":   func(s *scene, id string) { s.call(mail(letter), id) },
		"wrong": func(s *scene, id string) { s.call(mail(`{"n":1}`), id) },
		"tick": func(s *scene, id string) {
			s.do(spec.Request{Method: spec.MethodTick, Now: start + tenMinutes})
		},
		"clear": func(s *scene, id string) { s.do(spec.Request{Method: spec.MethodClear, Session: "s1"}) },
		"end":   func(s *scene, id string) { s.do(spec.Request{Method: spec.MethodEnd, Session: "s1"}) },
	}
	leads := map[string]map[string]string{
		pending:  {"allow": approved, "deny": denied, "tick": expired, "clear": denied, "end": denied},
		approved: {"deny": denied, "use": consumed, "tick": expired, "end": expired},
	}
	for from, there := range reach {
		for way, take := range ways {
			t.Run(from+"/"+way, func(t *testing.T) {
				s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
				id := s.call(mail(letter), "").Request
				there(s, id)
				if got := s.stateOf(id); got != from {
					t.Fatalf("begins in %s, want %s", got, from)
				}
				take(s, id)
				want, moves := leads[from][way]
				if !moves {
					want = from
				}
				if got := s.stateOf(id); got != want {
					t.Errorf("%s leads from %s to %s, want %s", way, from, got, want)
				}
			})
		}
	}
}

func TestExpiry(t *testing.T) {
	for _, tt := range []struct {
		reason string
		ttl    string
		at     int64
		runs   bool
	}{
		{"the last millisecond", "", tenMinutes - 1, true},
		{"the very instant", "", tenMinutes, false},
		{"null is absent", "null", tenMinutes - 1, true},
		{"an integer counts", "1000", 999, true},
		{"an integer counts at its end", "1000", 1000, false},
		{"a text is no integer", `"600000"`, 0, false},
		{"a fraction is no integer", "0.5", 0, false},
		{"an exponent is no integer", "6e5", 0, false},
		{"before it began", "-1", 0, false},
		{"past all dates", "9223372036854775807", 0, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			w := spec.DefaultWorld()
			w.ApprovalTTL = json.RawMessage(tt.ttl)
			for _, style := range []Style{RePresent, Resuming} {
				s := newScene(t, Obeying(style), w)
				id := s.call(mail(letter), "").Request
				if style == RePresent {
					s.decide(id, `"allow"`)
				}
				s.now += tt.at
				if style == Resuming {
					s.decide(id, `"allow"`)
				}
				s.call(mail(letter), id)
				if ran := s.effects() == 1; ran != tt.runs {
					t.Errorf("%s: ran %v, want %v", style, ran, tt.runs)
				}
			}
		})
	}
}

func TestAnUnreadableStoredExpiryHasPassed(t *testing.T) {
	for _, stored := range []string{`NULL`, `'2099-01-01'`, `9e99`, `x'ff'`, `''`} {
		s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
		id := s.call(mail(letter), "").Request
		s.decide(id, `"allow"`)
		s.sql(`UPDATE approvals SET expires_at = `+stored+` WHERE id = :id`, id)
		is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalExpired)
		if got := s.stateOf(id); got != expired {
			t.Errorf("expires_at %s: %s, want %s", stored, got, expired)
		}
	}
}

// TestOneSpend has many workers present one approval at once, on one store and on one file.
func TestOneSpend(t *testing.T) {
	for _, kind := range []string{"memory", "folder"} {
		t.Run(kind, func(t *testing.T) {
			target := New(Obeying(RePresent))
			defer target.Close()
			place, err := target.Open()
			if kind == "folder" {
				place, err = target.OpenIn(t.TempDir())
			}
			if err != nil {
				t.Fatal(err)
			}
			defer place.Close()
			host := &outside{}
			var workers []*scene
			for range 4 {
				g, err := place.Start("p", host, spec.DefaultWorld())
				if err != nil {
					t.Fatal(err)
				}
				workers = append(workers, &scene{t: t, gate: g, host: host, now: start})
			}
			for range 10 {
				before := workers[0].effects()
				id := workers[0].call(mail(letter), "").Request
				workers[1].decide(id, `"allow"`)
				var executed atomic.Int64
				var all sync.WaitGroup
				for i := range 16 {
					all.Go(func() {
						c := mail(letter)
						out, err := workers[i%4].gate.Do(spec.Request{Method: spec.MethodCall, Call: &c, Approval: &id, Now: start})
						if err == nil && out.Status == spec.Executed {
							executed.Add(1)
						}
					})
				}
				all.Wait()
				if n := workers[0].effects() - before; n != 1 || executed.Load() != 1 {
					t.Fatalf("%d effects and %d times executed, want 1 and 1", n, executed.Load())
				}
			}
		})
	}
}

func TestAFolderIsTakenUpAgain(t *testing.T) {
	dir := t.TempDir()
	target := New(Obeying(RePresent))
	defer target.Close()
	host := &outside{}
	open := func() (*scene, func()) {
		place, err := target.OpenIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		g, err := place.Start("p1", host, spec.DefaultWorld())
		if err != nil {
			t.Fatal(err)
		}
		return &scene{t: t, gate: g, host: host, now: start}, func() { place.Close() }
	}
	s, end := open()
	id := s.call(mail(letter), "").Request
	end()
	s, end = open()
	is(t, s.decide(id, `"allow"`), spec.Recorded, "")
	end()
	s, end = open()
	is(t, s.call(mail(letter), id), spec.Executed, "")
	end()
	s, end = open()
	defer end()
	is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalUsed)
	if n := len(s.do(spec.Request{Method: spec.MethodAudit}).Records); n != 4 {
		t.Errorf("%d records, want 4: asked, allowed, called, refused", n)
	}
}

func TestANewerSchemaIsRefused(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "gate.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`PRAGMA user_version = 7`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	_, err = New(Obeying(RePresent)).OpenIn(dir)
	if err == nil {
		t.Fatal("a store of a newer program was opened")
	}
	for _, want := range []string{"gate.db", "version 7", "knows 2", "hint:"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestAClosedProcessReachesNothing(t *testing.T) {
	s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
	id := s.call(mail(letter), "").Request
	s.decide(id, `"allow"`)
	s.host.at = func(point string) {
		if point == pointAfterSpend {
			s.gate.Close()
		}
	}
	c := mail(letter)
	if _, err := s.gate.Do(spec.Request{Method: spec.MethodCall, Call: &c, Approval: &id, Now: start}); err == nil {
		t.Fatal("a process that was closed went on")
	}
	if s.effects() != 0 {
		t.Fatal("it called the tool")
	}
}

func TestAReusedPlaceRemembersNothing(t *testing.T) {
	target := New(Obeying(RePresent))
	defer target.Close()
	id := ""
	for range 3 {
		place, err := target.Open()
		if err != nil {
			t.Fatal(err)
		}
		g, err := place.Start("p1", &outside{}, spec.DefaultWorld())
		if err != nil {
			t.Fatal(err)
		}
		s := &scene{t: t, gate: g, now: start}
		if id != "" {
			is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalInvalid)
		}
		id = s.call(mail(letter), "").Request
		s.decide(id, `"allow"`)
		if err := place.Close(); err != nil {
			t.Fatal(err)
		}
		c := mail(letter)
		if _, err := g.Do(spec.Request{Method: spec.MethodCall, Call: &c, Now: start}); err == nil {
			t.Fatal("a process of a closed place went on")
		}
	}
}
