package doctor

const (
	lifetime = 10 * 60 * 1000 // of an approval, in milliseconds, where the world says none
	day      = 24 * 60 * 60 * 1000
)

const clockFix = "take the time from now, which every request and every answer to effect carries, never from the machine; a system with a clock of its own that cannot be set declares no expiry, and own-clock"

// far reports whether an instant is by another clock than the harness's.
func far(at int64) bool { return at < now-day || at > now+day }

// readsNow looks at the instants that a gate tells, and has an act run long after its approval is over.
func (x *examination) readsNow(step string) bool {
	last, ok := x.last(step)
	if !ok {
		return false
	}
	if s, any := x.host.shown(); any && s.ExpiresAt != nil && far(*s.ExpiresAt) {
		return x.fails(step, clockFix, "expiresAt is %d, and the request said now is %d", *s.ExpiresAt, now)
	}
	if !x.hello.Has("expiry") {
		return true
	}
	last.Now = now + 2*lifetime
	a, err := x.do(last)
	switch {
	case err != nil:
		return x.fault(step, err)
	case x.host.ran() > 0:
		return x.fails(step, clockFix, "expiry is declared, and what was asked twenty minutes ago, by the clock of the requests, ran")
	}
	return x.works(step, "%s, twenty minutes after the question", said(a))
}
