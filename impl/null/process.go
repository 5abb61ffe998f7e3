package null

import (
	"bufio"
	"encoding/json"
	"io"
)

// A Process is a null gate that can only be had as a program of its own.
type Process string

const (
	Dead  Process = "dead"
	Hang  Process = "hang"
	Crash Process = "crash"
)

// Serve behaves as the process does, on the two ends of the wire, and returns the exit code to leave
// with. Hang returns only when its input ends, so that no child outlives the harness.
func (p Process) Serve(in io.Reader, out io.Writer) int {
	switch p {
	case Hang:
		_, _ = io.Copy(io.Discard, in)
		return 0
	case Crash:
		return crash(in, out)
	}
	return 1
}

// crash answers initialize and open, and dies on whatever comes then.
func crash(in io.Reader, out io.Writer) int {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return 0
		}
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if json.Unmarshal(line, &m) != nil {
			return 3
		}
		var result any = struct{}{}
		switch m.Method {
		case "initialize":
			result = hello("crash")
		case "open":
		default:
			return 3
		}
		reply, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
		if err != nil {
			return 3
		}
		if _, err := out.Write(append(reply, '\n')); err != nil {
			return 3
		}
	}
}
