package doctor

import (
	"encoding/json"
	"sync"

	"sameact/spec"
)

// A host lets everything succeed and remembers what arrived. It can hold the first effect or show.
type host struct {
	mu      sync.Mutex
	effects []spec.Effect
	shows   []spec.Show
	syncs   []string

	holds   string        // effect or show, the first of which waits until it is released; "" is none
	arrived chan struct{} // closed when it has come
	release chan error    // gives how it ends: an error where nobody is left to answer it

	meets func(spec.Effect) error // how each effect ends; nil is with success
}

// holding is a host that holds the first effect or the first show.
func holding(what string) *host {
	return &host{holds: what, arrived: make(chan struct{}), release: make(chan error, 1)}
}

// comes notes what arrived, and waits where the host holds it.
func (h *host) comes(what string, note func()) error {
	h.mu.Lock()
	note()
	held := h.holds == what
	if held {
		h.holds = ""
	}
	h.mu.Unlock()
	if !held {
		return nil
	}
	close(h.arrived)
	return <-h.release
}

func (h *host) Effect(e spec.Effect) (spec.EffectResult, error) {
	if err := h.comes("effect", func() { h.effects = append(h.effects, e) }); err != nil {
		return spec.EffectResult{}, err
	}
	h.mu.Lock()
	meets := h.meets
	h.mu.Unlock()
	if meets != nil {
		if err := meets(e); err != nil {
			return spec.EffectResult{}, err
		}
	}
	return spec.EffectResult{Result: json.RawMessage(`{"sent":true}`), Now: now + 40}, nil
}

// meet says how effects end from now on.
func (h *host) meet(ends func(spec.Effect) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.meets = ends
}

func (h *host) Show(s spec.Show) error {
	return h.comes("show", func() { h.shows = append(h.shows, s) })
}

func (h *host) Sync(point string) error {
	return h.comes("sync", func() { h.syncs = append(h.syncs, point) })
}

// ran is how many effects have arrived.
func (h *host) ran() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.effects)
}

// shown is the newest question, and whether there is one.
func (h *host) shown() (spec.Show, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.shows) == 0 {
		return spec.Show{}, false
	}
	return h.shows[len(h.shows)-1], true
}
