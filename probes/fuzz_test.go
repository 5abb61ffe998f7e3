package probes_test

import (
	"strings"
	"testing"

	"sameact/corpus"
	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// storySeeds are the scripts of every case of the corpus.
func storySeeds(t testing.TB) []spec.History {
	all, err := corpus.All()
	if err != nil {
		t.Fatal(err)
	}
	var out []spec.History
	for _, e := range all {
		if s := e.Case.Lines.Script(); len(s) > 0 && len(s.String()) < 4000 {
			out = append(out, s)
		}
	}
	return out
}

// storyBreaks plays a byte story on a gate and says which MUST clauses it breaks there, and how.
func storyBreaks(target spec.Target, b []byte) string {
	script := probes.DecodeStory(b)
	h, err := probes.Play(target, script)
	if err != nil {
		return "" // the story contradicts itself
	}
	var out []string
	for _, b := range law.Judge(h, target.Hello(), order.Check).Broken() {
		if b.Clause.Level == law.Must {
			out = append(out, b.Clause.Slug+": "+b.Why)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "\n") + "\n\n" + h.String()
}

func FuzzStories(f *testing.F) {
	for _, s := range storySeeds(f) {
		f.Add(probes.EncodeStory(s))
	}
	target := reference.New(reference.Obeying(reference.RePresent))
	f.Cleanup(func() { _ = target.Close() })
	f.Fuzz(func(t *testing.T, b []byte) {
		if why := storyBreaks(target, b); why != "" {
			t.Fatalf("%s\nmake a case of it: probe corpus add probes/testdata/fuzz/FuzzStories/FILE", why)
		}
	})
}

func TestStoriesAreBytesAndBack(t *testing.T) {
	for _, s := range storySeeds(t) {
		whole := s.Clone()
		for i := range whole {
			whole[i].Process = ""
		}
		if got := probes.DecodeStory(probes.EncodeStory(whole)); got.String() != whole.String() {
			t.Errorf("became\n%swas\n%s", got, whole)
		}
	}
}

// TestByteStoriesFindDefects shows that the fuzz target can fail: on gates with one promise broken
// some seed does.
func TestByteStoriesFindDefects(t *testing.T) {
	for _, slug := range []string{"arguments-not-bound", "used-serves-again", "an-hour"} {
		d, ok := defects.Find(slug)
		if !ok {
			t.Fatalf("no defect %s", slug)
		}
		target := d.Target()
		found := false
		for _, s := range storySeeds(t) {
			if storyBreaks(target, probes.EncodeStory(s)) != "" {
				found = true
				break
			}
		}
		_ = target.Close()
		if !found {
			t.Errorf("no seed breaks %s", slug)
		}
	}
}
