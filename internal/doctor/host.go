package doctor

import (
	"encoding/json"

	"sameact/spec"
)

// A host lets everything succeed and remembers what arrived.
type host struct {
	effects []spec.Effect
	shows   []spec.Show
}

func (h *host) Effect(e spec.Effect) (spec.EffectResult, error) {
	h.effects = append(h.effects, e)
	return spec.EffectResult{Result: json.RawMessage(`{"sent":true}`), Now: now + 40}, nil
}

func (h *host) Show(s spec.Show) error {
	h.shows = append(h.shows, s)
	return nil
}

func (h *host) Sync(string) error { return nil }
