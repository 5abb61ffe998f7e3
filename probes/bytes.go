package probes

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// This file turns scripts into bytes and back, for fuzzing whole stories: every byte string is a
// script, and every script is a byte string. What the bytes spell that no line can say is left out.
//
//	line  = verb [process] subject fields{field}      each a byte, process and subject a word; the verb's high bit
//	                                                  marks the line, the next says that a process follows
//	field = key (high bit: marked) word     the key as an index into those of its verb
//	word  = index into words, or 0xff and a length of two bytes and that many bytes

// storyVerbs are the verbs that a byte story uses, in the order of their codes.
var storyVerbs = []string{spec.VerbCall, spec.VerbAllow, spec.VerbDeny, spec.VerbDecide, spec.VerbAt, spec.VerbConfigure, spec.VerbTurn,
	spec.VerbResume, spec.VerbTamper, spec.VerbTick, spec.VerbAudit, spec.VerbOpen, spec.VerbClear, spec.VerbEnd, spec.VerbGo, spec.VerbAlways, spec.VerbFinish,
	spec.VerbStart, spec.VerbCrash}

// storyWords are short for what stories say often. A word's place never changes; new ones go to the end.
var storyWords = []string{"m1", "m2", "m3", "none", "mail.send", "mail.delete", "mail.read", "mail.purge", "mail.scan", "chat.post",
	"mail", "chat", "c1", "c2", "c3", "k1", "u1", "u2", "a1", "a2", "s1", "s2", "+9m59.999s", "+10m", "ok", "refused", "lost", "effect",
	`{}`, `{"to":["finance@corp.example"]}`, `{"to":["press@corp.example"]}`, `{"a":1,"b":2}`, `{"b":2,"a":1}`, `{"a":1.0,"b":2}`, `{"a":"1","b":2}`,
	`{"transcript":"t1","objective":"o1","revision":1}`, `{"transcript":"t1","objective":"o2","revision":1}`,
	`[{"id":"mail","ceiling":"read"}]`, `[{"id":"mail","confirm":"never"}]`, `[{"id":"mail","confirm":"always"}]`, `[{"id":"mail","enabled":false}]`,
	`[{"id":"chat","ceiling":"admin"}]`, `{"confirmed":true}`, `"false"`, `"allow"`, "true", "1", "null", "+1", "-1", "60000",
	`[["m1",{"action":"mail.send"}],["m2",{"action":"mail.delete","args":{"id":7}}]]`, `[["m1","allow"],["m2","deny"]]`, `""`, "m9", "first",
	"p1", "p2", "p3", "every", "ready", "sent", "show", "before-spend", "after-spend", "before-settle"}

const (
	literalWord = 0xff
	markedLine  = 0x80
	withProcess = 0x40
)

// EncodeStory spells a script as bytes.
func EncodeStory(script spec.History) []byte {
	var b bytes.Buffer
	for _, e := range script.Script() {
		v := slices.Index(storyVerbs, e.Verb)
		if v < 0 {
			continue
		}
		code := byte(v)
		if e.Changed {
			code |= markedLine
		}
		if e.Process != "" {
			code |= withProcess
		}
		b.WriteByte(code)
		if e.Process != "" {
			word(&b, e.Process)
		}
		word(&b, e.Subject)
		b.WriteByte(byte(len(e.Fields)))
		keys := storyKeys(e.Verb)
		for _, f := range e.Fields {
			k := byte(max(0, slices.Index(keys, f.Key)))
			if f.Changed {
				k |= 0x80
			}
			b.WriteByte(k)
			word(&b, f.Value)
		}
	}
	return b.Bytes()
}

func storyKeys(verb string) []string {
	return append(slices.Clone(spec.ScriptKeys[verb]), "pause")
}

func word(b *bytes.Buffer, w string) {
	if i := slices.Index(storyWords, w); i >= 0 {
		b.WriteByte(byte(i))
		return
	}
	b.WriteByte(literalWord)
	b.WriteByte(byte(len(w) >> 8))
	b.WriteByte(byte(len(w)))
	b.WriteString(w)
}

// longestStory is how many lines of a byte story are read.
const longestStory = 24

// DecodeStory reads bytes as a script; it never fails.
func DecodeStory(b []byte) spec.History {
	r := storyReader{b}
	var out spec.History
	for len(r.b) > 0 && len(out) < longestStory {
		if e, ok := r.line(); ok {
			out = append(out, e)
		}
	}
	return out
}

type storyReader struct{ b []byte }

func (r *storyReader) byte() byte {
	if len(r.b) == 0 {
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *storyReader) word() string {
	c := r.byte()
	if c != literalWord {
		return storyWords[int(c)%len(storyWords)]
	}
	n := int(r.byte())<<8 | int(r.byte())
	n = min(n, len(r.b))
	w := string(r.b[:n])
	r.b = r.b[n:]
	return w
}

// line reads one line and keeps what the notation takes: a key that it refuses is dropped.
func (r *storyReader) line() (spec.Event, bool) {
	code := r.byte()
	e := spec.Event{Verb: storyVerbs[int(code&^(markedLine|withProcess))%len(storyVerbs)], Changed: code&markedLine != 0}
	if code&withProcess != 0 {
		if e.Process = r.word(); !spec.ValidID(e.Process) {
			e.Process = "p2"
		}
	}
	e.Subject = r.word()
	if strings.ContainsAny(e.Subject, " \t\r\n=") {
		e.Subject = "m1"
	}
	fields := int(r.byte()) % 12
	keys := storyKeys(e.Verb)
	line, ok := parsedLine(e)
	if !ok {
		e.Subject = ""
		line, ok = parsedLine(e)
	}
	for range fields {
		k := r.byte()
		f := spec.Field{Key: keys[int(k&0x7f)%len(keys)], Changed: k&0x80 != 0, Value: r.word()}
		with := line
		with.Fields = append(slices.Clone(line.Fields), f)
		if strings.ContainsAny(f.Value, "\r\n") || f.Value == "" {
			continue
		}
		if parsed, fine := parsedLine(with); fine && ok {
			line = parsed
		}
	}
	return line, ok
}

func parsedLine(e spec.Event) (spec.Event, bool) {
	h, err := spec.ParseHistory(e.String())
	if err != nil || len(h) != 1 {
		return e, false
	}
	return h[0], true
}

// fuzzHeader begins the files in which go test keeps fuzz inputs.
const fuzzHeader = "go test fuzz v1\n"

// IsFuzzFile reports whether a file is one in which go test keeps a fuzz input.
func IsFuzzFile(file []byte) bool { return bytes.HasPrefix(file, []byte(fuzzHeader)) }

// ReadFuzzFile reads the story that a fuzz input of FuzzStories holds.
func ReadFuzzFile(file []byte) (spec.History, error) {
	rest, ok := strings.CutPrefix(string(file), fuzzHeader)
	rest, ok2 := strings.CutPrefix(strings.TrimSpace(rest), "[]byte(")
	if !ok || !ok2 || !strings.HasSuffix(rest, ")") {
		return nil, errors.New("not a fuzz input of one []byte; hint: files below testdata/fuzz/FuzzStories are")
	}
	raw, err := strconv.Unquote(strings.TrimSuffix(rest, ")"))
	if err != nil {
		return nil, fmt.Errorf("the fuzz input cannot be read: %w", err)
	}
	return DecodeStory([]byte(raw)), nil
}
