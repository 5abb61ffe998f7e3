package kit

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"sync"
)

// A Message is one line of a JSON-RPC connection.
type Message struct {
	ID     Raw    `json:"id"`
	Method string `json:"method"`
	Params Raw    `json:"params"`
	Result Raw    `json:"result"`
	Error  *struct {
		Code int `json:"code"`
		Data struct {
			Now int64 `json:"now"`
		} `json:"data"`
	} `json:"error"`
}

// A Peer is our end of a JSON-RPC connection of lines. Requests of ours overlap.
type Peer struct {
	mu    sync.Mutex // guards out and sent
	out   io.Writer
	sent  int
	waits Table[chan Message]
}

// NewPeer is an end that writes there. What arrives is read by its owner, and is given to Answered.
func NewPeer(out io.Writer) *Peer { return &Peer{out: out} }

// Send writes one message.
func (p *Peer) Send(m map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write(m)
}

func (p *Peer) write(m map[string]any) {
	m["jsonrpc"] = "2.0"
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		panic("kit: a message cannot be written: " + err.Error())
	}
	_, _ = p.out.Write(line.Bytes())
}

// Ask sends a request of ours and waits for its answer.
func (p *Peer) Ask(method string, params any) Message {
	wait := make(chan Message, 1)
	p.mu.Lock()
	p.sent++
	p.waits.Put(strconv.Itoa(p.sent), wait)
	p.write(map[string]any{"id": p.sent, "method": method, "params": params})
	p.mu.Unlock()
	return <-wait
}

// Answered hands an answer to whoever waits for it, and reports whether the message was one.
func (p *Peer) Answered(m Message) bool {
	if m.Method != "" {
		return false
	}
	if wait, ok := p.waits.Take(string(m.ID)); ok {
		wait <- m
	}
	return true
}
