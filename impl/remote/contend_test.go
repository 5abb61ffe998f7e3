package remote

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// yes is the answer of the question's owner.
func yes(request string) spec.Request {
	return spec.Request{Method: spec.MethodDecide, Request: request, Decision: json.RawMessage(`"allow"`), By: "u1", Now: clock}
}

// effects are the external calls that reached a host.
func effects(host *recorder) (out []string) {
	for _, line := range host.list() {
		if strings.HasPrefix(line, "effect ") {
			out = append(out, line)
		}
	}
	return out
}

// Eight processes start on one empty folder at the same moment and then use one approval at the same moment, again and
// again: each of them gets its turn.
func TestEightProcessesTakeTurns(t *testing.T) {
	target := playing(t, "waiting", patient)
	for range 3 {
		place, err := target.Open()
		if err != nil {
			t.Fatal(err)
		}
		host := &recorder{}
		processes := make([]spec.Gate, 8)
		var all sync.WaitGroup
		for i := range processes {
			all.Go(func() {
				g, err := place.Start("p", host, spec.DefaultWorld())
				if err != nil {
					t.Error(err)
				}
				processes[i] = g
			})
		}
		if all.Wait(); t.Failed() {
			return
		}
		for range 4 {
			ask := call("mail.send")
			ask.Call.Args = spec.JSONArgs(`{}`)
			r := mustDo(t, processes[0], ask)
			ask.Approval = &r.Request
			mustDo(t, processes[1], yes(r.Request))
			answers := make([]spec.Reply, len(processes))
			for i, g := range processes {
				all.Go(func() { answers[i], _ = g.Do(ask) })
			}
			all.Wait()
			said := map[string]int{}
			for _, a := range answers {
				said[strings.TrimSpace(string(a.Status)+" "+a.Code)]++
			}
			if diff := cmp.Diff(map[string]int{"executed": 1, "refused approval_used": 7}, said); diff != "" {
				t.Errorf("(-want +got): %s", diff)
			}
		}
		if n := len(effects(host)); n != 4 {
			t.Errorf("%d effects, want 4", n)
		}
		if err := place.Close(); err != nil {
			t.Error(err)
		}
	}
}
