package doctor

import (
	"fmt"
	"slices"
	"strings"

	"sameact/internal/nearest"
	"sameact/spec"
	"sameact/spec/law"
)

// What a gate may declare (spec/protocol/protocol.md §6). A chapter may also be one clause's slug.
var (
	fields   = []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"}
	features = []string{"durable", "resumes", "state", "tamper", "forge", "hold", "then", "batch", "batch-whole", "call-id", "claims", "any-name", "text", "bytes",
		"sync-points", "own-clock", "several", "expiry", "raw-decision", "store-faults", "codes", "audit", "question", "grant", "guide"}
	laterChapters = []string{"confirm", "composite", "handoff", "durability"} // declared by gates that keep them, not judged yet
)

// Misspelt lists the words of a declaration that nobody knows and that are close to one that is known: a
// gate that is judged by what it did not mean to declare has no verdict.
func Misspelt(hello spec.Hello) (wrong []string) {
	for _, w := range strangeWords(hello) {
		if strings.HasSuffix(w, "?)") {
			wrong = append(wrong, w)
		}
	}
	return wrong
}

func strangeWords(hello spec.Hello) []string {
	chapters := slices.Concat(law.Chapters, laterChapters)
	for _, c := range law.Law {
		chapters = append(chapters, c.Slug)
	}
	return slices.Concat(
		strange("chapter", hello.Chapters, chapters),
		strange("field in binds", hello.Binds, fields),
		strange("feature", hello.Features, features))
}

// declaration looks for what a gate declares and nobody would understand, or what contradicts itself.
func (x *examination) declaration() {
	wrong := strangeWords(x.hello)
	if slices.Contains(x.hello.Chapters, "binding") && !(x.hello.BindsField("action") && x.hello.BindsField("arguments")) {
		wrong = append(wrong, "chapter binding needs action and arguments in binds")
	}
	if x.hello.Gate.Name == "" {
		wrong = append(wrong, "gate, its name and version, is missing")
	}
	if x.hello.Has("store-faults") && !x.hello.Has("durable") {
		wrong = append(wrong, "feature store-faults goes with durable: there is no store to damage")
	}
	if len(x.hello.Chapters) == 0 {
		wrong = append(wrong, "no chapter is declared, so nothing would be judged")
	}
	if said := x.hello.Holds; x.hello.Has("state") && said != "client" && said != "server" || !x.hello.Has("state") && said != "" && said != "server" {
		wrong = append(wrong, "feature state goes with holds, client or server; without it nothing but the server can hold a call")
	}
	if x.hello.Has("hold") && !x.hello.Has("resumes") {
		wrong = append(wrong, "feature hold goes with resumes: where the act is presented again, every decision is held")
	}
	if x.hello.Has("sync-points") != (len(x.hello.SyncPoints) > 0) {
		wrong = append(wrong, "feature sync-points goes with the list syncPoints")
	}
	if x.hello.Has("then") && !x.hello.Has("resumes") {
		wrong = append(wrong, "feature then goes with resumes: there is no run that a decision lets go on")
	}
	if len(wrong) > 0 {
		x.fails("declaration", "see what a gate declares in spec/protocol/protocol.md, part 6", "%s", strings.Join(wrong, "; "))
		return
	}
	x.works("declaration", "chapters %s; binds %s; features %s", listed(x.hello.Chapters), listed(x.hello.Binds), listed(x.hello.Features))
}

func strange(kind string, declared, known []string) (wrong []string) {
	for _, d := range declared {
		if slices.Contains(known, d) {
			continue
		}
		text := fmt.Sprintf("%q is no %s", d, kind)
		if near := nearest.To(d, known); near != "" {
			text += " (" + near + "?)"
		}
		wrong = append(wrong, text)
	}
	return wrong
}

func listed(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
