package law

import (
	"slices"
	"strings"
	"unicode"

	"sameact/spec"
)

// Chapter preview: what the person sees. The law reads the question that was shown beside the
// arguments that were asked about.

const previewLimit = 16 << 10 // bytes

var question = []string{"question"}

var preview = chapter("preview",
	&Clause{Slug: "secrets-masked", Direction: Says, Source: "S1", Needs: question,
		Sentence: "Values under field names whose last word is password, token, authorization, secret, api key, cookie or credential are masked at every depth.",
		Harm:     "Credentials stand on a screen, in a log, in a screenshot.",
		Reads:    eachShown(func(r *Reader, s *shown) { s.secrets(r) })},
	&Clause{Slug: "preview-bounded", Direction: Says, Source: "S1", Needs: question,
		Sentence: "Strings, arrays and depth are limited: 256 KiB of arguments, 10 000 items or depth 128 give a preview of at most 16 KiB.",
		Harm:     "The one thing that matters drowns in what does not.",
		Reads: eachShown(func(r *Reader, s *shown) {
			if len(s.text) > previewLimit || s.args.Depth() > 32 {
				r.Saw()
			}
			if n := len(s.event.Str("preview")); n > previewLimit {
				r.Broken(s.at, "the preview has %d bytes", n)
			}
		})},
	&Clause{Slug: "cut-is-marked", Direction: Says, Source: "F", Needs: question,
		Sentence: "Whatever was cut or masked is marked, and data cannot imitate a mark.",
		Harm:     "The person believes to have seen everything.",
		Reads:    eachShown(func(r *Reader, s *shown) { s.cuts(r) })},
	&Clause{Slug: "preview-tells-no-lies", Direction: Says, Source: "S4 F", Needs: question,
		Sentence: "What is not marked is exact; masking hides a value, never replaces it by another; a name that only contains such a word is not masked.",
		Harm:     "A recipient hides behind a name that looks secret.",
		Reads:    eachShown(func(r *Reader, s *shown) { s.lies(r) })},
	&Clause{Slug: "names-the-act", Direction: Says, Source: "S1 S4", Needs: question,
		Sentence: "The question carries action, description, scope or risk, account, and the arguments that will be used.",
		Harm:     "The person says yes to something unnamed.",
		Reads:    func(r *Reader) { r.namesTheAct() }},
	&Clause{Slug: "full-view", Level: Should, Direction: Says, Source: "S1", Needs: question,
		Sentence: "The uncut arguments, secrets still masked, can be inspected before deciding.",
		Harm:     "A long message can only be trusted, not read.",
		Reads:    eachShown(func(r *Reader, s *shown) { s.fullView(r) })},
	&Clause{Slug: "nothing-invisible", Level: Should, Direction: Says, Source: "F", Needs: question,
		Sentence: "Control, bidi and zero-width characters and terminal escapes appear escaped.",
		Harm:     "What stands on the screen is not what is in the message.",
		Reads:    eachShown(func(r *Reader, s *shown) { s.invisible(r) })},
)

func (s *shown) secrets(r *Reader) {
	secrets, open := splitSecrets(s.args)
	if len(secrets) == 0 {
		return
	}
	views := []string{scalars(s.preview), ""}
	if full, err := spec.ParseValue(s.event.Str("full")); err == nil {
		views[1] = scalars(full)
	}
	leaks := map[string]string{}
	for _, secret := range secrets {
		r.Saw()
		where, known := leaks[secret.text]
		if !known {
			where = leaksInto(secret.text, open, views)
			leaks[secret.text] = where
		}
		if where != "" {
			r.Broken(s.at, "the secret at %s stands in the %s", secret.at, where)
		}
	}
}

// leaksInto names the view that holds a secret more often than the arguments hold the same text openly.
func leaksInto(secret, open string, views []string) string {
	if len(secret) < 4 {
		return ""
	}
	allowed := strings.Count(open, secret)
	for i, view := range views {
		if strings.Count(view, secret) > allowed {
			return []string{"preview", "full view"}[i]
		}
	}
	return ""
}

func (s *shown) cuts(r *Reader) {
	for _, g := range s.gaps {
		if g.kind != "cut" && g.kind != "masked" {
			continue
		}
		r.Saw()
		if g.mark == "" {
			r.Broken(s.at, "%s is not shown whole, and nothing marks it", where(g.at))
		}
	}
	for _, m := range s.marks {
		if (m.Kind == "masked" || m.Kind == "cut") && !s.hasGap(m.At) {
			r.Broken(s.at, "%s is marked as %s and is shown whole: the data imitates a mark", where(m.At), m.Kind)
		}
	}
}

func (s *shown) hasGap(at string) bool {
	for _, g := range s.gaps {
		if g.at == at || strings.HasPrefix(g.at, at+"/") || at == "" {
			return true
		}
	}
	return false
}

func (s *shown) lies(r *Reader) {
	r.Saw()
	for _, g := range s.gaps {
		switch {
		case g.kind == "other" && g.mark == "":
			r.Broken(s.at, "%s is shown as something else, unmarked", where(g.at))
		case g.mark == "masked" && replaces(g):
			r.Broken(s.at, "%s is masked by another value", where(g.at))
		}
	}
	for _, m := range s.marks {
		if m.Kind == "masked" && s.onlySounds(m.At) {
			r.Broken(s.at, "%s is masked, its name only contains such a word", where(m.At))
		}
	}
}

// replaces reports whether what stands in a masked place reads as a value: a number, a truth, a
// container with something in it, or an address.
func replaces(g gap) bool {
	switch g.is.Kind {
	case spec.Number, spec.True, spec.False:
		return true
	case spec.Object, spec.Array:
		return len(g.is.List) > 0
	}
	return strings.Contains(g.is.Text, "@") && !(g.was.Kind == spec.Text && strings.Contains(g.was.Text, "@"))
}

// onlySounds reports whether a masked place is a plain value under a name that contains a secret word
// without ending in one.
func (s *shown) onlySounds(at string) bool {
	i := strings.LastIndexByte(at, '/')
	if i < 0 {
		return false
	}
	name := strings.ReplaceAll(strings.ReplaceAll(at[i+1:], "~1", "/"), "~0", "~")
	if secretName(name) || endsInSecret(name) {
		return false
	}
	contains := false
	for _, w := range secretWords {
		contains = contains || w != "key" && strings.Contains(strings.ToLower(name), w)
	}
	plainValue := false
	s.args.Walk(func(p string, v spec.Value) {
		if p == at {
			plainValue = v.Kind == spec.Number || v.Kind == spec.Text && !strings.ContainsFunc(v.Text, func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("@.-_ ", r)
			}) && !strings.HasPrefix(strings.ToLower(v.Text), "bearer ") && !strings.HasPrefix(strings.ToLower(v.Text), "basic ")
		}
	})
	return contains && plainValue && !underSecret(at)
}

// endsInSecret reports whether a name ends in a secret word more loosely than the law asks: any key, a
// plural, or a secret's value or text. A gate may mask these.
func endsInSecret(name string) bool {
	words := splitName(name)
	if n := len(words); n > 1 && (words[n-1] == "value" || words[n-1] == "text") {
		words = words[:n-1]
	}
	last := ""
	if len(words) > 0 {
		last = strings.TrimSuffix(words[len(words)-1], "s")
	}
	return slices.Contains(secretWords, last) && words[len(words)-1] != "tokens" // tokens are counted
}

func underSecret(at string) bool {
	for _, token := range strings.Split(at, "/") {
		if secretName(token) {
			return true
		}
	}
	return false
}

func (r *Reader) namesTheAct() {
	for _, q := range r.books.asked {
		if q.Shown == nil {
			continue
		}
		r.Saw()
		a, _ := q.World.Action(q.Call.Connector, q.Call.Action)
		for _, f := range []struct{ name, want string }{
			{"action", q.Call.Action}, {"description", a.Description}, {"account", account(q.World, q.Call)},
		} {
			if got := q.Shown.Str(f.name); got != f.want {
				r.Broken(q.ShownAt, "the question's %s is %s and should be %s", f.name, orNothing(got), orNothing(f.want))
			}
		}
		if q.Shown.Str("scope") != a.Scope && q.Shown.Str("risk") != a.Risk {
			r.Broken(q.ShownAt, "the question says neither the scope %s nor the risk %s", a.Scope, a.Risk)
		}
		if _, ok := q.Shown.Get("preview"); !ok {
			r.Broken(q.ShownAt, "the question shows no arguments")
		}
	}
}

func (s *shown) fullView(r *Reader) {
	cut := false
	for _, g := range s.gaps {
		cut = cut || g.kind == "cut" && g.mark != "masked"
	}
	if !cut {
		return
	}
	r.Saw()
	f, ok := s.event.Get("full")
	if !ok {
		r.Broken(s.at, "something is cut, and there is no full view")
		return
	}
	full, err := spec.ParseValue(f.JSON())
	if err != nil {
		r.Broken(s.at, "the full view is not JSON")
		return
	}
	whole := &shown{args: s.args, marks: s.marks}
	whole.compare("", s.args, full, false)
	for _, g := range whole.gaps {
		if g.kind == "cut" && g.mark != "masked" && !s.stands(g.is) {
			r.Broken(s.at, "%s is cut in the full view too", where(g.at))
		}
	}
}

// stands reports whether a text is what stands in a masked place of the preview. A name that the preview
// had to escape is another place in the full view, where it stands as it is.
func (s *shown) stands(text spec.Value) bool {
	for _, g := range s.gaps {
		if g.mark == "masked" && text.Kind == spec.Text && g.is.Equal(text) {
			return true
		}
	}
	return false
}

func (s *shown) invisible(r *Reader) {
	hidden := false
	s.args.Walk(func(_ string, v spec.Value) {
		hidden = hidden || strings.ContainsFunc(v.Text, unseen) && v.Kind == spec.Text
		for _, n := range v.Names {
			hidden = hidden || strings.ContainsFunc(n, unseen)
		}
	})
	if !hidden {
		return
	}
	r.Saw()
	s.preview.Walk(func(at string, v spec.Value) {
		if v.Kind == spec.Text && strings.ContainsFunc(v.Text, unseen) {
			r.Broken(s.at, "%s is shown with characters that nobody sees", where(at))
		}
		for _, n := range v.Names {
			if strings.ContainsFunc(n, unseen) {
				r.Broken(s.at, "a name in %s is shown with characters that nobody sees", where(at))
			}
		}
	})
}

// unseen characters are controls other than line feed and tab, bidi controls and zero-width ones.
func unseen(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}

func where(at string) string {
	if at == "" {
		return "the whole"
	}
	return at
}

func scalar(v spec.Value) string {
	switch v.Kind {
	case spec.Text:
		return v.Text
	case spec.Number:
		return v.Raw
	}
	return ""
}
