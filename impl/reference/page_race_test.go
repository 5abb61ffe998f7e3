package reference

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"sameact/spec"
)

// TestOneWinner has many answer one question, and many finish one handoff, at once, on one store and on
// one file. What they were told has to agree with what ran.
func TestOneWinner(t *testing.T) {
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
			w := shopWorld(t, `actions=[{"id":"key","handoff":{"reason":"Your key","expects":false}}]`)
			var workers []*pageScene
			for range 4 {
				workers = append(workers, joinPage(t, place, w))
			}
			for round := range 10 {
				q := workers[0].ask("view", fmt.Sprintf(`{"round":%d}`, round))
				executed, granted := race(workers, func(i int) spec.Request {
					words := []string{`"always"`, `"deny"`, `"allow"`}
					return spec.Request{Method: spec.MethodDecide, Request: q.Request, Decision: json.RawMessage(words[i%3]), By: "u1", Now: start}
				}, spec.Executed)
				effects := 0
				for _, s := range workers {
					effects += s.effects()
					s.host.effects = nil
				}
				if executed > 1 || effects != executed {
					t.Fatalf("%d times executed with %d effects", executed, effects)
				}
				again := workers[0].ask("view")
				if (again.Status == spec.Executed) != granted {
					t.Fatalf("the next call is %s; the always won: %v", again.Status, granted)
				}
				workers[0].end("s1")
				workers[0].host.effects = nil
			}
			for range 10 {
				h := workers[0].ask("export")
				told, _ := race(workers, func(i int) spec.Request {
					return spec.Request{Method: spec.MethodFinish, Request: h.Request, Outcome: []string{"done", "cancel"}[i%2], By: "u1", Now: start}
				}, spec.Unknown, spec.Ended)
				if told != 1 {
					t.Fatalf("a handoff ended %d times", told)
				}
			}
		})
	}
}

// race sends requests at once and counts the answers with one of some statuses; first says that the
// first kind of request was among them.
func race(workers []*pageScene, request func(i int) spec.Request, count ...spec.Status) (told int, first bool) {
	var all sync.WaitGroup
	var n, won atomic.Int64
	for i := range 12 {
		all.Go(func() {
			out, err := workers[i%len(workers)].gate.Do(request(i))
			for _, s := range count {
				if err == nil && out.Status == s {
					n.Add(1)
					if i%3 == 0 {
						won.Add(1)
					}
				}
			}
		})
	}
	all.Wait()
	return int(n.Load()), won.Load() > 0
}

// TestATurnOnThePage has one model turn emit calls of both paths together.
func TestATurnOnThePage(t *testing.T) {
	for _, style := range []Style{RePresent, Resuming} {
		target := New(Obeying(style))
		defer target.Close()
		s := newPage(t, target, shopWorld(t))
		out := s.do(spec.Request{Method: spec.MethodTurn, Calls: []spec.Call{pageCall("view", `{}`), pageCall("filter", `{}`), mail(letter), pageCall("view", `{}`), pageCall("key", `{}`)}})
		is(t, out, spec.Pending, spec.CodeConfirmationRequired)
		if len(out.Requests) != 5 || out.Requests[1] != nil || *out.Requests[0] == *out.Requests[3] {
			t.Fatalf("%s: %+v", style, out.Requests)
		}
		if decided := s.do(spec.Request{Method: spec.MethodDecide, By: "u1", Decisions: []spec.Decision{
			{Request: *out.Requests[0], Decision: json.RawMessage(`"allow"`)}, {Request: *out.Requests[3], Decision: json.RawMessage(`"deny"`)},
		}}); decided.Answers[0].Status != spec.Executed || decided.Answers[1].Code != spec.CodePermissionDenied {
			t.Fatalf("%s: %+v", style, decided.Answers)
		}
		s.ran("filter", "view")
		if style == Resuming { // nothing of the page path is in what a client holds
			c := pageCall("dump", `{}`)
			changed := s.do(spec.Request{Method: spec.MethodTamper, Request: *out.Requests[4], Call: &c}).Changed
			if changed == nil || *changed != 0 {
				t.Errorf("changed %v", changed)
			}
			forged := s.do(spec.Request{Method: spec.MethodTamper, Call: &c})
			if got := s.do(spec.Request{Method: spec.MethodDecide, Request: forged.Request, Decision: json.RawMessage(`"allow"`), By: "u1", State: forged.State}); got.Status != spec.Refused {
				t.Errorf("forged: %+v", got.Answer)
			}
		}
		s.ran("filter", "view")
	}
}

// TestAnOlderStoreIsBroughtUp opens a folder that a program wrote which knew no page.
func TestAnOlderStoreIsBroughtUp(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "gate.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(schema + `; PRAGMA user_version = 1`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	target := New(Obeying(RePresent))
	defer target.Close()
	for range 2 {
		place, err := target.OpenIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := joinPage(t, place, shopWorld(t))
		s.is(s.allow(s.ask("view")), spec.Executed, "", "")
		is(t, s.call(mail(letter), ""), spec.Pending, spec.CodeConfirmationRequired)
		place.Close()
	}
}

// TestNothingIsSentThatIsNotOnRecord breaks the store under a page call and a continuation.
func TestNothingIsSentThatIsNotOnRecord(t *testing.T) {
	target := New(Obeying(RePresent))
	defer target.Close()
	for _, tt := range []struct {
		reason, table string
		act           func(s *pageScene) spec.Reply
		ran           int
	}{
		{"a call that needs no yes", "runs", func(s *pageScene) spec.Reply { return s.ask("filter") }, 0},
		{"a question", "questions", func(s *pageScene) spec.Reply { return s.ask("refund") }, 0},
		{"the audit", "audit", func(s *pageScene) spec.Reply { return s.ask("filter") }, 0},
		{"the denials", "refusals", func(s *pageScene) spec.Reply { return s.ask("filter") }, 0},
		{"a handoff in the middle", "questions", func(s *pageScene) spec.Reply { return s.ask("export") }, 1},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s := newPage(t, target, shopWorld(t))
			s.sql(`ALTER TABLE `+tt.table+` RENAME TO gone`, "")
			got := tt.act(s)
			s.sql(`ALTER TABLE gone RENAME TO `+tt.table, "")
			want := spec.Refused
			if tt.ran > 0 {
				want = spec.Failed
			}
			is(t, got, want, spec.CodeStorageFailed)
			if s.effects() != tt.ran {
				t.Errorf("%d effects, want %d", s.effects(), tt.ran)
			}
		})
	}
}
