package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sameact/spec"
	"sameact/spec/protocol"
)

var update = flag.Bool("update", false, "rewrite the recorded seeds")

const seedFolder = "testdata/fuzz/FuzzWire"

// FuzzWire reads any bytes as a line of the wire. Recorded lines are its seeds; a line is its own encoding.
func FuzzWire(f *testing.F) {
	f.Fuzz(func(t *testing.T, line []byte) {
		if err := wireKept(line, decode); err != nil {
			t.Error(err)
		}
	})
}

// wireKept says what reading a line lost, added or changed:
//
//   - a message written again and read again is the same message, and its line is its own
//   - the id, and the arguments that the host is given, are those of the line, number for number
//   - a request of the harness survives being read and written as one
//   - an answer that is taken has a status that is known
func wireKept(line []byte, decode func([]byte) (message, error)) error {
	line = bytes.TrimRight(line, "\r\n")
	m, err := decode(line)
	if err != nil {
		return nil
	}
	again := m.appendTo(nil)
	if bytes.Count(again, []byte("\n")) != 1 && !bytes.Contains(line, []byte("\n")) {
		return fmt.Errorf("one line became several: %s", again)
	}
	n, err := decode(bytes.TrimSuffix(again, []byte("\n")))
	if err != nil {
		return fmt.Errorf("what was written cannot be read: %w: %s", err, again)
	}
	if !bytes.Equal(n.appendTo(nil), again) {
		return fmt.Errorf("written twice it differs: %s and %s", again, n.appendTo(nil))
	}
	if err := asTheLawReads(line, m); err != nil {
		return err
	}
	switch {
	case slices.Contains(protocol.HarnessMethods, m.Method):
		return requestKept(m)
	case m.Method == "" && m.Error == nil:
		if r, err := readReply(spec.MethodCall, m.Result); err == nil && !slices.Contains(spec.Statuses, r.Status) {
			return fmt.Errorf("%q passed as a status", r.Status)
		}
	}
	return nil
}

// asTheLawReads compares with the law's own reading of the line, where it has one meaning.
func asTheLawReads(line []byte, m message) error {
	v, err := spec.ParseValue(string(line))
	if err != nil {
		return nil
	}
	if id, ok := v.Member("id"); ok && id.Kind != spec.Null && id.Raw != string(m.ID) {
		return fmt.Errorf("the id became %s", m.ID)
	}
	params, _ := v.Member("params")
	sent, _ := params.Member("arguments")
	host := &keeper{}
	if _, err := serve(host, m); m.Method != "effect" || err != nil {
		return nil
	}
	if given, err := spec.ParseValue(string(host.effect.Arguments)); err != nil || !given.Equal(sent) {
		return fmt.Errorf("the host was given %s", host.effect.Arguments)
	}
	return nil
}

func requestKept(m message) error {
	var r, s spec.Request
	if readPlainly(m.Params, &r) != nil {
		return nil
	}
	raw, err := marshal(r)
	if err != nil {
		return nil // half a surrogate, which Go does not write
	}
	if err := readPlainly(raw, &s); err != nil {
		return fmt.Errorf("a request cannot be read again: %w: %s", err, raw)
	}
	if twice, err := marshal(s); err != nil || !bytes.Equal(raw, twice) {
		return fmt.Errorf("a request written twice differs: %s and %s", raw, twice)
	}
	return nil
}

// keeper keeps the effect that it is given.
type keeper struct {
	idle
	effect spec.Effect
}

func (k *keeper) Effect(e spec.Effect) (spec.EffectResult, error) {
	k.effect = e
	return spec.EffectResult{}, errors.New("enough")
}

// seeds are the recorded lines.
func seeds(t testing.TB) (lines [][]byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(seedFolder, "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no seeds in %s (%v); hint: go test -run TestRecordSeeds -update", seedFolder, err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		quotedLine, ok := strings.CutPrefix(string(b), "go test fuzz v1\n[]byte(")
		text, err := strconv.Unquote(strings.TrimSuffix(quotedLine, ")\n"))
		if !ok || err != nil {
			t.Fatalf("%s is no seed: %v", name, err)
		}
		lines = append(lines, []byte(text))
	}
	return lines
}

// asSeed is the encoder: a recorded line as a file that go test and go-fuzz tools read.
func asSeed(line string) string { return "go test fuzz v1\n[]byte(" + strconv.Quote(line) + ")\n" }

// The fuzzer's property finds faults of this layer, from the recorded lines and small changes of them.
func TestFuzzWireFindsFaults(t *testing.T) {
	lines := seeds(t)
	for _, c := range []struct {
		name   string
		broken func([]byte) (message, error)
	}{
		{"numbers pass through doubles", func(line []byte) (message, error) {
			m, err := decode(line)
			var v any
			if json.Unmarshal(m.Params, &v) == nil && m.Params != nil {
				m.Params, _ = json.Marshal(v)
			}
			return m, err
		}},
		{"an id is taken for an integer", func(line []byte) (message, error) {
			m, err := decode(line)
			if n, ok := m.number(); ok && err == nil {
				m.ID = strconv.AppendInt(nil, n%1000, 10)
			}
			return m, err
		}},
		{"half a line passes", func(line []byte) (message, error) {
			m, err := decode(line)
			if errors.Is(err, errNotJSON) {
				return message{Method: "effect", Params: line}, nil
			}
			return m, err
		}},
	} {
		if err := found(lines, c.broken); err == nil {
			t.Errorf("%s: not found", c.name)
		}
	}
	if err := found(lines, decode); err != nil {
		t.Errorf("a fault where there is none: %v", err)
	}
}

// found runs the property on every line and on some thousand small changes of each.
func found(lines [][]byte, decode func([]byte) (message, error)) error {
	random := rand.New(rand.NewPCG(1, 2))
	for _, line := range lines {
		if err := wireKept(line, decode); err != nil {
			return err
		}
		for range 200 {
			changed := bytes.Clone(line)
			switch at := random.IntN(len(changed)); random.IntN(3) {
			case 0:
				changed = slices.Insert(changed, at, "0123456789eE+-.\"{}[]:, nulltruefalse"[random.IntN(36)])
			case 1:
				changed = slices.Delete(changed, at, at+1)
			default:
				changed[at] = byte(random.IntN(256))
			}
			if err := wireKept(changed, decode); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestRecordSeeds keeps, with -update, one line of each shape that passes between the harness and our gate.
func TestRecordSeeds(t *testing.T) {
	if !*update {
		t.Skip("rewrites the seeds; run with -update")
	}
	shapes := maps.Clone(edges)
	for _, behind := range []string{"reference", "resuming", "tiny"} {
		for _, line := range recorded(t, 8, behind, os.Args[0]) {
			line = line[1:]
			if s := shape(line); shapes[s] == "" || len(line) < len(shapes[s]) {
				shapes[s] = line
			}
		}
	}
	if err := os.RemoveAll(seedFolder); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(seedFolder, 0o755); err != nil {
		t.Fatal(err)
	}
	for s, line := range shapes {
		line = stateDirs.ReplaceAllString(line, `"stateDir":"place"`)
		name := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' {
				return r
			}
			return -1
		}, s)
		if err := os.WriteFile(filepath.Join(seedFolder, name), []byte(asSeed(line)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var stateDirs = regexp.MustCompile(`"stateDir":"[^"]*"`)

// edges are lines that no gate of ours sends, by name.
var edges = map[string]string{
	"edge-exact-numbers": `{"jsonrpc":"2.0","id":1,"method":"effect","params":{"action":"pay","arguments":{"a":9007199254740993,"b":1e400,"c":1.0,"d":-0}}}`,
	"edge-name-twice":    `{"jsonrpc":"2.0","id":"r1","method":"effect","params":{"action":"pay","arguments":{"to":"finance@corp.example","to":"press@corp.example"}}}`,
	"edge-surrogate":     `{"jsonrpc":"2.0","method":"effect","params":{"action":"pay","arguments":{"a":"\ud800","b":"\u2028<&>"}}}`,
	"edge-float-id":      `{"jsonrpc":"2.0","id":4.0,"result":{"status":"executed"},"error":null,"more":[]}`,
	"edge-refused":       `{"jsonrpc":"2.0","id":9,"error":{"code":-32010,"message":"the tool refused","data":{"now":1767225600040}}}`,
	"edge-unread":        `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`,
	"edge-settled":       `{"jsonrpc":"2.0","id":12,"result":{"settled":[{"request":"q1","answer":{"status":"refused","code":"denied"}}]}}`,
	"edge-batch":         `{"jsonrpc":"2.0","id":13,"result":{"status":"pending","requests":["q1",null],"answers":[{"status":"executed"},{"status":"refused"}]}}`,
}

// shape is the method of a line and the names in it, two levels deep.
func shape(line string) string {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &m) != nil {
		return "broken"
	}
	var method string
	_ = json.Unmarshal(m["method"], &method)
	names := []string{method}
	if method == "" {
		names[0] = "answer"
	}
	for _, part := range []string{"params", "result", "error"} {
		var inner map[string]json.RawMessage
		_ = json.Unmarshal(m[part], &inner)
		var below []string
		for name := range inner {
			below = append(below, name)
		}
		slices.Sort(below)
		names = append(names, below...)
	}
	return strings.Join(names, "-")
}
