package target

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/internal/prove"
	"sameact/reports"
)

// TestWhatIsSparedShowsNothing proves defects of every style twice, once with every story played: what is known not to differ
// may be left out only where it doesn't.
func TestWhatIsSparedShowsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("each defect is played whole")
	}
	some := Subjects()
	some.Nulls = nil
	of, every := map[string]int{}, map[string]int{"reference": 100, "reference/resuming": 24, "reference/whole": 15}
	some.Defects = slices.DeleteFunc(some.Defects, func(s prove.Subject) bool { // one in so many of each style
		of[s.Of]++
		return of[s.Of]%every[s.Of] != 0
	})
	spared := prove.Run(some, prove.Options{Jobs: 2, Seed: 1})
	for i := range some.Defects {
		some.Defects[i].Of = ""
	}
	whole := prove.Run(some, prove.Options{Jobs: 2, Seed: 1})
	played := func(p *reports.Proof) (n int) {
		for _, d := range p.Defects {
			n += d.Histories
		}
		return n
	}
	if played(spared)*2 > played(whole) {
		t.Errorf("%d of %d histories were played: too few are spared", played(spared), played(whole))
	}
	for i := range whole.Defects {
		a, b := spared.Defects[i], whole.Defects[i]
		a.Histories, b.Histories = 0, 0
		if d := cmp.Diff(b, a); d != "" {
			t.Errorf("%s, whole and spared:\n%s", a.ID, d)
		}
	}
}
