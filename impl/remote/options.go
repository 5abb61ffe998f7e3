package remote

import "time"

// Options limit what a program may take. The zero value means the limits of spec/protocol/protocol.md §1.
type Options struct {
	StartLimit  time.Duration // until it has shaken hands; 10 s
	AnswerLimit time.Duration // for an answer, without the time in which the host is asked; 5 s
	StopLimit   time.Duration // until it has gone after shutdown, and for all waiting on a dead one; 3 s
	LineLimit   int           // bytes a line; 16 MiB
	AskLimit    int           // reverse requests within one answer; 1000
	Dir         string        // the program's working folder; "" is the harness's
	Env         []string      // KEY=value, added to the harness's environment
}

func (o Options) filled() Options {
	defaultTo(&o.StartLimit, 10*time.Second)
	defaultTo(&o.AnswerLimit, 5*time.Second)
	defaultTo(&o.StopLimit, 3*time.Second)
	defaultTo(&o.LineLimit, 16<<20)
	defaultTo(&o.AskLimit, 1000)
	return o
}

func defaultTo[T int | time.Duration](v *T, usual T) {
	if *v <= 0 {
		*v = usual
	}
}
