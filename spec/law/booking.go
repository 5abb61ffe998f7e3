package law

import "slices"

// This file books answers. An answer is booked when it is sent; where its process is killed before it took
// effect, it is taken back, and what others answered stays.

// A booking is what one answer does to its question.
type booking struct {
	use    *Use
	is     bookingKind
	value  string // what the decision was, who gave it, in what other place, or in which process
	closes bool   // it closes the question's wait
	held   bool   // of a yes: it is used when the act is presented
}

type bookingKind int

const (
	nothingBooked bookingKind = iota
	bookedDenial
	plainYes
	lateYes
	noDecision
	foreignYes
	misplacedYes
)

// book puts an answer into the books and says what is wrong with it alone, where it is a yes that counts for nothing.
func (q *Question) book(k booking) (amiss Standing) {
	q.booked = append(q.booked, k)
	k.apply(&q.Stands)
	if k.closes && q.wait != nil && q.wait.closed == "" {
		q.wait.closed = "answered"
	}
	if k.is != bookedDenial && k.is != plainYes {
		k.apply(&amiss)
	}
	return amiss
}

func (k booking) apply(s *Standing) {
	switch k.is {
	case bookedDenial:
		s.Withdrawn = s.Withdrawn || s.Allowed
		s.Denied = s.Denied || !s.Allowed
	case noDecision:
		s.NotYes = k.value
	case foreignYes:
		s.Foreign = k.value
	case misplacedYes:
		s.Place = k.value
	case lateYes:
		s.Late = true
	case plainYes:
		if !s.Denied && !s.Closed {
			s.Allowed, s.Process, s.Held = true, k.value, s.Held || k.held
		}
	}
}

// takeBack makes an answer undone that was booked when it was sent.
func (b *books) takeBack(u *Use) {
	q := u.Question
	q.booked = slices.DeleteFunc(q.booked, func(k booking) bool { return k.use == u })
	s := &q.Stands
	s.Allowed, s.Denied, s.Withdrawn, s.Late, s.Foreign, s.Place, s.NotYes, s.Process = false, false, false, false, "", "", "", ""
	s.Held = false
	closed := false
	for _, k := range q.booked {
		k.apply(s)
		closed = closed || k.closes
	}
	if q.wait != nil && q.wait.closed == "answered" && !closed {
		q.wait.closed = ""
	}
}
