package probes

import (
	"encoding/json"
	"hash/maphash"
	"sync"

	"sameact/spec"
	"sameact/spec/law"
)

// Known are histories of which it is known that they break nothing. Gates that differ in one thing give the same
// history in most stories, and it is judged once. It is safe for concurrent use; the zero value knows nothing.
type Known struct {
	sound sync.Map // of a fingerprint
}

// A fingerprint stands for a history of a gate that declares something. Two hashes with seeds of their own make a
// mistaken match a matter of 2^-128.
type fingerprint struct{ one, other uint64 }

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func (k *Known) fingerprint(h spec.History, hello string) fingerprint {
	text := hello + h.String()
	return fingerprint{maphash.String(seeds[0], text), maphash.String(seeds[1], text)}
}

// nothing is the verdict on a history that breaks nothing; it says nothing about what was exercised.
var nothing = &law.Verdict{}

// judge is the law on a history, or nothing where it is known to break nothing.
func (k *Known) judge(h spec.History, hello string, judge func() *law.Verdict) *law.Verdict {
	f := k.fingerprint(h, hello)
	if _, ok := k.sound.Load(f); ok {
		return nothing
	}
	v := judge()
	if len(v.Broken())+len(v.Compound)+len(v.Unbound) == 0 {
		k.sound.Store(f, true)
	}
	return v
}

// declared spells what a gate declares.
func declared(hello spec.Hello) string {
	hello.Gate = spec.Named{} // by whatever name
	b, _ := json.Marshal(hello)
	return string(b)
}
