package order

import (
	"io"

	"github.com/anishathalye/porcupine"

	"sameact/spec"
	"sameact/spec/law"
)

// Picture writes a page, complete in itself, that shows a race: its operations as bars over time, an order that
// explains them, or how far each order comes.
func Picture(r law.Race, w io.Writer) error {
	m := model()
	_, info := porcupine.CheckOperationsVerbose(m, operations(r), deadline)
	return porcupine.Visualize(m, info, w)
}

// At finds the race of a history that a line belongs to: the first under way at it, or the first of all.
func At(h spec.History, hello spec.Hello, line int) (law.Race, bool) {
	races := law.Races(h, hello)
	for _, r := range races {
		for _, o := range r.Ops {
			if o.Called <= line && line <= o.Returned {
				return r, true
			}
		}
	}
	if len(races) == 0 {
		return law.Race{}, false
	}
	return races[0], true
}
