// Package order looks for an order, one after the other, of uses that overlapped. The law says what each use
// may do to an approval (law.Operation.Step); porcupine searches the orders, and draws them.
package order

import (
	"time"

	"github.com/anishathalye/porcupine"

	"sameact/spec/law"
)

// deadline is the last resort against a search that does not end: the race is then undecided. The bound on
// unknown outcomes keeps every search far below it.
const deadline = 10 * time.Second

// Check looks for an order that explains a race. With more than law.MostUnknown unknown outcomes it does not
// try. It is a law.Checker.
func Check(r law.Race) law.Order {
	if r.Unknown() > law.MostUnknown {
		return law.Undecided
	}
	switch porcupine.CheckOperationsTimeout(model(), operations(r), deadline) {
	case porcupine.Ok:
		return law.Explained
	case porcupine.Illegal:
		return law.Unexplained
	}
	return law.Undecided
}

// model is the law's step as porcupine takes it: an operation is an input, its outcome is part of it.
func model() porcupine.Model {
	nm := porcupine.NondeterministicModel{
		Init: func() []any { return []any{law.Life{}} },
		Step: func(life, operation, _ any) []any {
			var out []any
			for _, l := range operation.(law.Operation).Step(life.(law.Life)) {
				out = append(out, l)
			}
			return out
		},
		DescribeOperation: func(operation, _ any) string { return operation.(law.Operation).String() },
		DescribeState:     func(life any) string { return life.(law.Life).String() },
	}
	return nm.ToModel()
}

// operations are those of a race, a row of the picture for each that no other of its row overlaps.
func operations(r law.Race) []porcupine.Operation {
	var out []porcupine.Operation
	var until []int // by row, when its newest operation returned
	var of []string // and whose row it is
	for _, o := range r.Ops {
		row := 0
		for row < len(of) && (of[row] != o.Process || until[row] >= o.Called) {
			row++
		}
		if row == len(of) {
			of, until = append(of, o.Process), append(until, 0)
		}
		until[row] = o.Returned
		out = append(out, porcupine.Operation{ClientId: row, Input: o, Call: int64(o.Called), Return: int64(o.Returned)})
	}
	return out
}
