package remote

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"sameact/spec"
)

// stdio is what a misbehaving program has: lines in, bytes out.
type stdio struct{ in *bufio.Reader }

// next reads a message; at the end of the input the program ends, as it should.
func (s *stdio) next() message {
	line, err := s.in.ReadBytes('\n')
	if err != nil {
		os.Exit(0)
	}
	m, err := decode(line)
	if err != nil {
		panic(err)
	}
	return m
}

func (s *stdio) put(format string, args ...any) { fmt.Printf(format, args...) }

func (s *stdio) answer(m message, result string) {
	s.put(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, result)
}

const hello = `{"protocol":"1","gate":{"name":"bad","version":"1"},"chapters":["binding"],"binds":["action","arguments"],"features":[]}`

// onCall behaves until it is asked for an act; what is asked after that, it answers as it should.
func onCall(misbehave func(*stdio, message)) func(*stdio) {
	return func(s *stdio) {
		for {
			switch m := s.next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			case "call":
				misbehave(s, m)
			case "":
			default:
				s.answer(m, "{}")
			}
		}
	}
}

// saying says something in place of an answer; %s stands for the id.
func saying(text string) func(*stdio) {
	return onCall(func(s *stdio, m message) { s.put("%s", strings.ReplaceAll(text, "%s", string(m.ID))) })
}

const (
	effectLine = `{"jsonrpc":"2.0","id":"e","method":"effect","params":{"action":"mail.send","arguments":{}}}` + "\n"
	executed   = `{"jsonrpc":"2.0","id":%s,"result":{"status":"executed"}}` + "\n"
)

// stdout is standard output that can be closed.
type stdout struct{}

func (stdout) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (stdout) Close() error                { return os.Stdout.Close() }

func forever() {
	never := make(chan os.Signal, 1)
	signal.Notify(never, os.Interrupt)
	for range never {
	}
}

// programs misbehave, each in one way.
var programs = map[string]func(*stdio){
	"good":          saying(executed),
	"float id":      saying(strings.ReplaceAll(executed, "%s", "%s.0")),
	"both":          saying(`{"jsonrpc":"2.0","id":%s,"result":{"status":"executed"},"error":null,"more":1}` + "\r\n\n"),
	"garbage":       saying("Listening on port 3000\n"),
	"not utf-8":     saying("\"\xff\"\n"),
	"half line":     saying(`{"jsonrpc":"2.0","id":%s,"result":{"sta`),
	"half and exit": onCall(func(s *stdio, m message) { s.put(`{"jsonrpc":"2.0","id":%s,"re`, m.ID); os.Exit(7) }),
	"whole, no end": onCall(func(s *stdio, m message) {
		s.put(`{"jsonrpc":"2.0","id":%s,"result":{"status":"executed"}}`, m.ID)
		os.Exit(0)
	}),
	"array":           saying("[1]\n"),
	"no version":      saying(`{"id":%s,"result":{"status":"executed"}}` + "\n"),
	"result and err":  saying(`{"jsonrpc":"2.0","id":%s,"result":{"status":"executed"},"error":{"code":1,"message":"no"}}` + "\n"),
	"object id":       saying(`{"jsonrpc":"2.0","id":{},"result":{"status":"executed"}}` + "\n"),
	"unknown status":  saying(`{"jsonrpc":"2.0","id":%s,"result":{"status":"done"}}` + "\n"),
	"no status":       saying(`{"jsonrpc":"2.0","id":%s,"result":{}}` + "\n"),
	"wrong type":      saying(`{"jsonrpc":"2.0","id":%s,"result":{"status":"pending","request":7}}` + "\n"),
	"null result":     saying(`{"jsonrpc":"2.0","id":%s,"result":null}` + "\n"),
	"unknown id":      saying(`{"jsonrpc":"2.0","id":99,"result":{"status":"executed"}}` + "\n"),
	"text id":         saying(`{"jsonrpc":"2.0","id":"%s","result":{"status":"executed"}}` + "\n"),
	"could not read":  saying(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}` + "\n"),
	"rpc error":       saying(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"KeyError: 'call'"}}` + "\n"),
	"no call":         saying(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no method"}}` + "\n"),
	"bad effect":      saying(`{"jsonrpc":"2.0","id":1,"method":"effect","params":{"action":7}}` + "\n" + executed),
	"effect of none":  saying(`{"jsonrpc":"2.0","id":1,"method":"effect","params":{"action":"mail.send"}}` + "\n" + executed),
	"silence":         onCall(func(*stdio, message) {}),
	"exit 0":          onCall(func(*stdio, message) { os.Exit(0) }),
	"exit 3":          onCall(func(*stdio, message) { fmt.Fprintln(os.Stderr, "Traceback: the last words"); os.Exit(3) }),
	"effect and exit": onCall(func(s *stdio, _ message) { s.put(effectLine); os.Exit(3) }),
	"closes output":   onCall(func(*stdio, message) { os.Stdout.Close() }),
	"twice":           onCall(func(s *stdio, m message) { s.put(executed+executed, m.ID, m.ID) }),
	"does not wait":   saying(strings.ReplaceAll(effectLine, "mail.send", "first") + strings.ReplaceAll(effectLine, "mail.send", "second") + executed),
	"notifies":        saying(`{"jsonrpc":"2.0","method":"effect","params":{"action":"mail.send","arguments":{}}}` + "\n" + executed),
	"effect, silence": saying(effectLine + effectLine),
	"afterthought":    saying(executed + effectLine),
	"asks the page":   saying(`{"jsonrpc":"2.0","id":1,"method":"expect","params":{"action":"mail.send","arguments":{}}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"nonsense"}` + "\n" + executed),
	"huge line": onCall(func(s *stdio, m message) {
		part := strings.Repeat("x", 1<<16)
		for s.put(`{"jsonrpc":"`); ; {
			s.put("%s", part)
		}
	}),
	"flood of effects": onCall(func(s *stdio, _ message) {
		for {
			s.put(effectLine)
		}
	}),
	"flood, no reading": onCall(func(s *stdio, _ message) {
		long := strings.ReplaceAll(effectLine, "mail.send", strings.Repeat("x", 1<<14))
		for {
			s.put("%s", long)
		}
	}),
	"flood of stderr": onCall(func(s *stdio, m message) {
		for range 1 << 8 {
			fmt.Fprintln(os.Stderr, strings.Repeat("log ", 1<<12))
		}
		s.answer(m, `{"status":"executed"}`)
	}),
	"deaf": onCall(func(s *stdio, m message) { s.answer(m, `{"status":"executed"}`); forever() }),
	"child holds pipe": onCall(func(s *stdio, m message) {
		child()
		os.Exit(3)
	}),
	"child and silence": onCall(func(s *stdio, m message) { child() }),
	"child":             func(*stdio) { os.Stdout.WriteString(""); forever() },
	"echo":              echo,
	"tap":               tap,
	"other":             other,
	"dead":              func(*stdio) { os.Exit(1) },
	"dumb":              func(*stdio) { forever() },
	"other version": func(s *stdio) {
		s.answer(s.next(), strings.Replace(hello, `"protocol":"1"`, `"protocol":"2"`, 1))
		forever()
	},
	"no version told": func(s *stdio) { s.answer(s.next(), `{"gate":{"name":"x","version":"1"}}`); forever() },
	"refuses hello": func(s *stdio) {
		m := s.next()
		s.put(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"protocol 2 only"}}`+"\n", m.ID)
	},
	"talks first": func(s *stdio) { s.put("Welcome!\n"); s.answer(s.next(), hello); forever() },
	"refuses world": func(s *stdio) {
		for {
			switch m := s.next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			case "open":
				s.put(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"ceiling root is no scope"}}`+"\n", m.ID)
			}
		}
	},
	"never stops": func(s *stdio) {
		for {
			switch m := s.next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			default:
				s.answer(m, `{"status":"executed"}`)
				if m.Method == "shutdown" {
					forever()
				}
			}
		}
	},
	// a harness with a program that hears nothing of the end of its input
	"harness": func(s *stdio) {
		target, err := Command([]string{os.Args[0]}, Options{Env: []string{plays + "=deaf"}})
		if err != nil {
			panic(err)
		}
		place, _ := target.Open()
		g, err := place.Start("p1", &recorder{}, spec.DefaultWorld())
		if err != nil {
			panic(err)
		}
		if _, err = g.Do(call("mail.send")); err != nil {
			panic(err)
		}
		s.put("%d\n", g.(*gate).link.proc.cmd.Process.Pid)
		forever()
	},
	// picky never answers an act that it does not know
	"picky": func(s *stdio) {
		for {
			switch m := s.next(); {
			case m.Method == "initialize":
				s.answer(m, hello)
			case m.Method != "call":
				s.answer(m, "{}")
			case !strings.Contains(string(m.Params), "unknown"):
				s.answer(m, `{"status":"executed"}`)
			}
		}
	},
	// leaves ends in good order once it is asked for its audit, which is when it is given back
	"leaves": func(s *stdio) {
		for {
			switch m := s.next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			default:
				s.answer(m, `{"status":"executed"}`)
				if m.Method == "audit" {
					return
				}
			}
		}
	},
	// one by one looks at nothing but the answer that it waits for
	"one by one": func(s *stdio) {
		var later []message
		next := func() (m message) {
			if len(later) == 0 {
				return s.next()
			}
			m, later = later[0], later[1:]
			return m
		}
		for {
			switch m := next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			case "call":
				var p struct{ Call spec.Call }
				if err := json.Unmarshal(m.Params, &p); err != nil {
					panic(err)
				}
				s.put("%s", strings.Replace(effectLine, "mail.send", p.Call.Action, 1))
				for reply := s.next(); reply.Method != ""; reply = s.next() {
					later = append(later, reply)
				}
				s.answer(m, `{"status":"executed"}`)
			default:
				s.answer(m, "{}")
			}
		}
	},
	// who tells which process it is and which folder it was given.
	"who": func(s *stdio) {
		var dir string
		for {
			switch m := s.next(); m.Method {
			case "initialize":
				s.answer(m, hello)
			case "open":
				var p struct{ StateDir string }
				if err := json.Unmarshal(m.Params, &p); err != nil {
					panic(err)
				}
				dir = p.StateDir
				s.answer(m, "{}")
			default:
				s.answer(m, fmt.Sprintf(`{"status":"executed","code":"%d","message":%q}`, os.Getpid(), dir))
			}
		}
	},
}

// child leaves a process behind that holds this one's pipes.
func child() {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), plays+"=child")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		panic(err)
	}
}
