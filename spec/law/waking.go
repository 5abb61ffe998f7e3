package law

import "sameact/spec"

// resume books a resume: which wait it names, against what the wait of its act is.
func (b *books) resume(i int, e spec.Event) {
	a := b.acts[e.Subject]
	if a == nil || a.question == nil {
		return
	}
	q := a.question
	w := &Wake{ID: "own", Of: q, By: q.Call.Principal, Agent: q.Call.Agent}
	if f, ok := e.Get("with"); ok {
		if other := b.acts[f.Text()]; other != nil && other.question != nil {
			w.ID, w.Of = "other", other.question
		} else {
			w.ID = "literal"
		}
	}
	if _, ok := e.Get("wait"); ok {
		w.ID = "literal"
	}
	if v := e.Str("version"); v != "" && v != "+0" {
		w.Version = v
	}
	if t, ok := e.Get("transcript"); ok && (q.wait == nil || t.Text() != q.wait.transcript) {
		w.Transcript = t.Text()
	}
	if f, ok := e.Get("by"); ok {
		w.By = f.Text()
	}
	if f, ok := e.Get("agent"); ok {
		w.Agent = f.Text()
	}
	b.begin(e, &Use{At: i, Act: e.Subject, Kind: Waking, Question: q, Was: q.Call, Presented: q.Call, Wake: w})
}
