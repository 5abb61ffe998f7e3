package doctor

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sameact/spec"
)

// The program that the doctor examines in these tests: an honest gate, or one with the mistake that MISTAKE names.

const (
	mistakeKey  = "SAMEACT_DOCTOR_MISTAKE"
	featuresKey = "SAMEACT_DOCTOR_FEATURES"
	chaptersKey = "SAMEACT_DOCTOR_CHAPTERS"
)

func TestMain(m *testing.M) {
	if features, served := os.LookupEnv(featuresKey); served {
		s := &stranger{mistake: os.Getenv(mistakeKey), in: bufio.NewReader(os.Stdin), questions: map[string]*question{}, asked: map[int]*counts{}}
		s.features, s.chapters = strings.Fields(features), strings.Fields(os.Getenv(chaptersKey))
		s.serve()
		return
	}
	os.Exit(m.Run())
}

type stranger struct {
	mistake            string
	features, chapters []string

	in        *bufio.Reader
	last      int
	asked     map[int]*counts // who waits for the answers that have not come
	shared    counts
	runs      int // effects so far
	queue     []incoming
	now       int64
	dir       string
	questions map[string]*question
	held      bool // something of the request was sent
	records   []any
}

// A question is one that was asked; its state is open, yes or over.
type question struct {
	Call    spec.Call
	State   string
	Expires int64
}

// counts are the answers to the effects of one request.
type counts struct{ done, failed, lost int }

func (c counts) status() string {
	switch {
	case c.lost > 0:
		return "unknown"
	case c.failed > 0 && c.done == 0:
		return "failed"
	}
	return "executed"
}

type incoming struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params parameters      `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code int `json:"code"`
	} `json:"error"`
}

type parameters struct {
	spec.Request
	StateDir string `json:"stateDir"`
}

func (s *stranger) has(feature string) bool { return slices.Contains(s.features, feature) }
func (s *stranger) errs(mistake string) bool {
	return s.mistake == mistake
}

func (s *stranger) read() incoming {
	line, err := s.in.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	var m incoming
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		panic(err)
	}
	return m
}

func (s *stranger) send(m map[string]any) {
	if !s.errs("no-jsonrpc") {
		m["jsonrpc"] = "2.0"
	}
	line, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

// ask sends a request, waits for its answer, and counts it.
func (s *stranger) ask(method string, params map[string]any, count *counts) {
	s.last++
	mine := s.last
	s.send(map[string]any{"id": mine, "method": method, "params": params})
	if s.errs("early-" + method) {
		count.done++
		return // the answer is read, and passed over, later
	}
	if method == "effect" {
		s.runs++
		if s.errs("unawaited-effect") || s.errs("awaits-only-the-first") && s.runs > 1 {
			count.lost++
			return
		}
	}
	s.asked[mine] = count
	for s.asked[mine] != nil {
		m := s.read()
		switch {
		case m.Method == "":
			s.answered(m)
		case s.errs("takes-any-line"):
			return
		case s.meanwhile():
			s.take(m)
		case !s.errs("drops-requests"):
			s.queue = append(s.queue, m)
		}
	}
}

// meanwhile reports whether requests are served while an answer is awaited. That is no mistake.
func (s *stranger) meanwhile() bool {
	return s.errs("serves-meanwhile") || s.errs("shares-counts") || s.errs("swallows-errors")
}

// answered counts an answer for whoever waits for it.
func (s *stranger) answered(m incoming) {
	var id int
	must(json.Unmarshal(m.ID, &id))
	switch count := s.asked[id]; {
	case count == nil:
	case m.Error == nil || s.errs("swallows-errors"):
		count.done++
	case m.Error.Code == -32010:
		count.failed++
	default:
		count.lost++
	}
	delete(s.asked, id)
}

func (s *stranger) serve() {
	for {
		var m incoming
		if len(s.queue) > 0 {
			m, s.queue = s.queue[0], s.queue[1:]
		} else if m = s.read(); m.Method == "" {
			continue
		}
		s.take(m)
	}
}

// take serves one request.
func (s *stranger) take(m incoming) {
	s.now = m.Params.Now
	result, code := s.answer(m.Method, m.Params)
	answer := map[string]any{"id": m.ID, "result": result}
	if code != 0 {
		answer = map[string]any{"id": m.ID, "error": map[string]any{"code": code, "message": "as made"}}
	}
	switch {
	case m.Method == "call" && s.errs("wrong-id"):
		answer["id"] = 4711
	case m.Method == "call" && s.errs("no-id"):
		delete(answer, "id")
	case m.Method == "call" && s.errs("prints"):
		fmt.Println("loading tools")
	case m.Method == "call" && s.errs("prints-json"):
		fmt.Println(`{"level":"info","message":"loading tools"}`)
	}
	s.send(answer)
	if m.Method == "call" && s.errs("late-effect") && m.Params.Approval != nil {
		s.ask("effect", map[string]any{"action": m.Params.Call.Action, "arguments": m.Params.Call.Arguments}, &counts{})
	}
	if m.Method == "decide" && s.errs("runs-behind") {
		c := s.questions[m.Params.Request.Request].Call
		s.ask("effect", map[string]any{"action": c.Action, "arguments": c.Arguments}, &counts{})
	}
	if m.Method == "shutdown" {
		os.Exit(0)
	}
}

func (s *stranger) hello() map[string]any {
	features := slices.Clone(s.features)
	hello := map[string]any{"protocol": "1", "gate": map[string]string{"name": "stranger", "version": "1"},
		"chapters": s.chapters, "binds": []string{"action", "arguments"}, "features": features}
	if s.has("state") {
		hello["holds"] = "client"
	}
	if s.has("sync-points") {
		hello["syncPoints"] = []string{"before-spend"}
	}
	switch s.mistake {
	case "protocol-2":
		hello["protocol"] = "2"
	case "protocol-number":
		hello["protocol"] = 1
	case "no-gate":
		delete(hello, "gate")
	case "no-chapters":
		delete(hello, "chapters")
	case "chapters-text":
		hello["chapters"] = "binding"
	case "no-binds":
		delete(hello, "binds")
	case "holds-missing":
		delete(hello, "holds")
	case "misspelt-feature":
		hello["features"] = append(features, "sevral")
	case "misspelt-bind":
		hello["binds"] = []string{"action", "arguments", "pricipal"}
	case "misspelt-chapter":
		hello["chapters"] = []string{"binding", "lifecicle"}
	}
	return hello
}

// answer gives a result, or the code of an error.
func (s *stranger) answer(method string, p parameters) (any, int) {
	if s.errs(method + "-missing") {
		return nil, -32601
	}
	if method != "open" && s.has("state") && len(p.State) > 0 {
		s.questions = map[string]*question{}
		must(json.Unmarshal(p.State, &s.questions))
	}
	if s.has("durable") && !s.errs("not-durable") && method != "open" && method != "initialize" {
		s.load()
		defer s.save()
	}
	switch method {
	case "initialize":
		return s.hello(), 0
	case "shutdown", "configure", "clear", "end":
		return struct{}{}, 0
	case "tick":
		return map[string]any{"settled": []any{}}, 0
	case "audit":
		return map[string]any{"records": append([]any{}, s.records...)}, 0
	case "resume", "finish":
		return map[string]any{"status": "refused"}, 0
	case "open":
		s.open(p)
		return struct{}{}, 0
	case "call":
		return s.call(*p.Call, p.Approval)
	case "turn":
		return s.turn(p.Calls)
	case "decide":
		return s.decide(p)
	case "tamper":
		return s.tamper(p)
	case "no-such-method":
		if s.errs("exits-on-unknown") {
			os.Exit(1)
		}
		if s.errs("refuses-unknown-otherwise") {
			return nil, -32000
		}
	}
	return nil, -32601
}

func (s *stranger) store() string { return filepath.Join(s.dir, "store.json") }

func (s *stranger) load() {
	if text, err := os.ReadFile(s.store()); err == nil {
		s.questions = map[string]*question{}
		must(json.Unmarshal(text, &s.questions))
	}
}

func (s *stranger) save() {
	text, err := json.Marshal(s.questions)
	must(err)
	must(os.WriteFile(s.store(), text, 0o600))
}

func (s *stranger) open(p parameters) {
	s.dir, s.records = p.StateDir, nil
	if !s.errs("remembers") {
		s.questions = map[string]*question{}
	}
	if s.errs("deletes") {
		entries, err := os.ReadDir(s.dir)
		must(err)
		for _, e := range entries {
			must(os.RemoveAll(filepath.Join(s.dir, e.Name())))
		}
	}
}

// with adds what every answer carries.
func (s *stranger) with(a map[string]any) map[string]any {
	if s.has("state") && !s.errs("state-missing") || s.errs("state-undeclared") {
		a["state"] = maps.Clone(s.questions)
	}
	return a
}

func (s *stranger) clock() int64 {
	if s.errs("machine-clock") {
		return time.Now().UnixMilli()
	}
	return s.now
}

func (s *stranger) call(c spec.Call, approval *string) (any, int) {
	if s.errs("throws-on-claims") && c.Claims != nil {
		return nil, -32000
	}
	if approval == nil {
		if s.errs("runs-unasked") {
			s.run("", c)
			return map[string]any{"status": "executed"}, 0
		}
		a := s.asks(c)
		if s.errs("no-request") {
			delete(a, "request")
		}
		return s.with(a), 0
	}
	q := s.questions[*approval]
	if q == nil && s.errs("throws-on-approval") {
		return nil, -32000
	}
	switch {
	case q == nil:
		return s.with(map[string]any{"status": "refused", "code": "approval_invalid"}), 0
	case q.State == "yes" && s.clock() < q.Expires:
		if !s.errs("never-spends") {
			q.State = "over"
		}
		return s.with(s.run(*approval, q.Call)), 0
	}
	return s.with(map[string]any{"status": "refused", "code": "approval_used"}), 0
}

// asks opens a question and shows it.
func (s *stranger) asks(c spec.Call) map[string]any {
	text, _ := c.Text()
	if s.errs("bytes-unread") && c.ArgumentsBase64 != nil {
		text = "{}"
	}
	if s.errs("declared-names-only") && strings.Contains(text, "undeclared") {
		return map[string]any{"status": "refused", "code": "arguments_invalid"}
	}
	c.Args = spec.JSONArgs(text)
	request := fmt.Sprintf("q-%d-%d", os.Getpid(), time.Now().UnixNano())
	if s.errs("session-in-request") {
		request = c.Session + "/" + request
	}
	if s.errs("drops-first") {
		clear(s.questions)
	}
	s.questions[request] = &question{c, "open", s.clock() + lifetime}
	shown := map[string]any{"request": request, "kind": "approval", "action": c.Action, "preview": c.Arguments, "marks": []any{},
		"options": []string{"allow", "deny"}, "expiresAt": s.clock() + lifetime}
	if s.errs("strict-preview") {
		shown["preview"] = strict(c.Arguments)
	}
	if s.errs("shows-other-id") {
		shown["request"] = "turn-1"
	}
	if s.has("question") && !s.errs("no-show") {
		s.ask("show", shown, &counts{})
	}
	return map[string]any{"status": "pending", "request": request}
}

// strict keeps the names that a mail has.
func strict(arguments json.RawMessage) any {
	var known struct {
		To   any `json:"to,omitempty"`
		Body any `json:"body,omitempty"`
	}
	must(json.Unmarshal(arguments, &known))
	return known
}

// run sends the effect.
func (s *stranger) run(request string, c spec.Call) map[string]any {
	effect := map[string]any{"connector": c.Connector, "action": c.Action, "arguments": c.Arguments, "request": request}
	switch s.mistake {
	case "effect-without-action":
		delete(effect, "action")
	case "effect-without-arguments":
		delete(effect, "arguments")
	case "strict-schema":
		effect["arguments"] = strict(c.Arguments)
	case "doubles":
		var rounded any
		must(json.Unmarshal(c.Arguments, &rounded))
		effect["arguments"] = rounded
	}
	if s.has("sync-points") && !s.errs("no-sync") {
		point := "before-spend"
		if s.errs("sync-unnamed") {
			point = "somewhere"
		}
		s.ask("sync", map[string]any{"point": point}, &counts{})
	}
	count := &counts{}
	if s.errs("shares-counts") {
		s.shared, count = counts{}, &s.shared
	}
	if !s.errs("no-effect") && !s.errs("late-effect") {
		s.ask("effect", effect, count)
	}
	if s.errs("runs-twice") {
		s.ask("effect", effect, count)
	}
	if s.errs("forgets-the-reply") {
		*count = counts{failed: 1}
	}
	at := s.now
	if s.errs("audit-machine-clock") {
		at = time.Now().UnixMilli()
	}
	if !s.errs("audit-empty") {
		s.records = append(s.records, map[string]any{"seq": len(s.records) + 1, "at": at, "kind": "execution", "action": c.Action, "executed": true, "outcome": "success"})
	}
	return map[string]any{"status": count.status()}
}

func (s *stranger) decide(p parameters) (any, int) {
	if len(p.Decisions) == 0 {
		return s.decides(p, p.Request.Request, p.Decision)
	}
	if s.errs("no-decisions") {
		return nil, -32000
	}
	var answers []any
	for _, d := range p.Decisions {
		a, _ := s.decides(p, d.Request, d.Decision)
		answers = append(answers, a)
	}
	a := map[string]any{"status": answers[0].(map[string]any)["status"], "answers": answers}
	if s.errs("no-answers") {
		delete(a, "answers")
	}
	return s.with(a), 0
}

func (s *stranger) decides(p parameters, request string, decision json.RawMessage) (any, int) {
	if s.errs("session-in-request") && !strings.Contains(request, "/") {
		return nil, -32000
	}
	q := s.questions[request]
	if s.errs("any-address-will-do") {
		for _, q = range s.questions {
			decision = json.RawMessage(`"allow"`)
		}
	}
	if s.errs("anything-is-a-yes") && len(decision) > 0 {
		decision = json.RawMessage(`"allow"`)
	}
	if s.errs("hangs-on-unknown") && q == nil {
		select {}
	}
	if q == nil || q.State != "open" || s.clock() >= q.Expires {
		return s.with(map[string]any{"status": "refused", "code": "decision_invalid"}), 0
	}
	if word := string(decision); word != `"allow"` && word != `"deny"` {
		if s.errs("throws-on-no-text") && !strings.HasPrefix(word, `"`) {
			return nil, -32000
		}
		return s.with(map[string]any{"status": "refused", "code": "decision_invalid"}), 0
	}
	if string(decision) == `"deny"` && !s.errs("no-is-a-yes") {
		return s.denies(q, request)
	}
	if s.errs("runs-behind") {
		q.State = "over"
		return s.with(map[string]any{"status": "refused", "code": "nothing_ran"}), 0
	}
	resumes := s.has("resumes") != (s.errs("recorded-instead") || s.errs("runs-instead"))
	if s.errs("takes-no-yes") {
		q.State = "over"
		return s.with(map[string]any{"status": "refused", "code": "denied"}), 0
	}
	q.State = "yes"
	if !resumes || p.Hold && !s.errs("runs-held") {
		return s.with(map[string]any{"status": "recorded"}), 0
	}
	q.State = "over"
	a := s.run(request, q.Call)
	if len(p.Then) > 0 && !s.errs("ignores-then") {
		a = s.asks(p.Then[0])
	}
	return s.with(a), 0
}

// denies takes a no, with each mistake of doing so.
func (s *stranger) denies(q *question, request string) (any, int) {
	denied := map[string]any{"status": "refused", "code": "denied"}
	q.State = "over"
	switch s.mistake {
	case "no-is-executed":
		denied = map[string]any{"status": "executed"}
	case "no-is-recorded":
		denied = map[string]any{"status": "recorded"}
	case "no-is-thrown":
		return nil, -32000
	case "no-is-caught":
		denied["code"] = "exception"
	case "no-asks-again":
		q.State, denied = "open", map[string]any{"status": "pending", "request": request}
	case "no-is-forgotten":
		q.State = "yes"
	case "no-is-stateless":
		return denied, 0
	}
	return s.with(denied), 0
}

func (s *stranger) turn(calls []spec.Call) (any, int) {
	var requests []any
	for _, c := range calls {
		requests = append(requests, s.asks(c)["request"])
	}
	if s.errs("one-request") {
		requests = requests[:1]
	}
	return s.with(map[string]any{"status": "pending", "requests": requests}), 0
}

func (s *stranger) tamper(p parameters) (any, int) {
	text, _ := p.Call.Text()
	p.Call.Args = spec.JSONArgs(text)
	request, changed := p.Request.Request, 0
	if request == "" && !s.errs("forges-nameless") {
		request = "forged"
		s.questions[request] = &question{*p.Call, "open", s.now + lifetime}
		changed++
	} else if q := s.questions[request]; q != nil && !s.errs("tampers-nothing") {
		if !s.errs("tampers-in-words") {
			q.Call = *p.Call
		}
		changed++
	}
	a := map[string]any{"changed": changed, "request": request}
	if !s.errs("tampers-stateless") {
		a = s.with(a)
	}
	return a, 0
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
