package reports

import (
	"fmt"
	"slices"
	"strings"
)

// tell is a finding in plain text: what was approved, what was presented, what differed and what
// happened, the smallest history with a sign at the line that broke the promise, its twin, and the
// one command that shows it again.
func (f RunFinding) tell() string {
	var b strings.Builder
	part := func(title, text string) {
		if text = strings.TrimRight(text, "\n"); text == "" {
			return
		}
		if !strings.Contains(text, "\n") && len(text) <= widest*2 {
			fmt.Fprintf(&b, "%-11s%s\n", title, text)
			return
		}
		fmt.Fprintf(&b, "%s\n%s", title, indent("  ", text))
	}
	part("why", lines(f.Why))
	part("approved", lines(f.Approved))
	part("presented", lines(f.Presented))
	part("differs", lines(plainSpace.Replace(f.Diff)))
	part("happened", lines(f.Happened))
	if f.Holds != "" {
		part("state", Legible(f.Holds)+"-held")
	}
	fmt.Fprintf(&b, "smallest\n%s", indent("  ", pointed(story(f.Case), f.Event)))
	if f.Twin != "" && body(f.Twin) != body(f.Case) {
		fmt.Fprintf(&b, "twin\n%s", indent("  ", story(f.Twin)))
	}
	part("picture", lines(f.Picture))
	part("known", lines(f.Known.words()))
	part("again", Legible(f.Rerun)) // whole, so that it can be pasted
	return b.String()
}

// plainSpace undoes the tabs and hard spaces that go-cmp sets its differences with; in data they are escaped.
var plainSpace = strings.NewReplacer("\t", "  ", "\u00a0", " ")

// Pointed is a history for people, legible, with a sign behind the line in which a promise was broken.
func Pointed(text string, event int) string { return pointed(story(text), event) }

// pointed sets a sign behind the line in which the promise was broken.
func pointed(text string, event int) string {
	all := strings.SplitAfter(text, "\n")
	if event >= 0 && event < len(all) && all[event] != "" {
		all[event] = strings.TrimSuffix(all[event], "\n") + "   ← here\n"
	}
	return strings.Join(all, "")
}

// Summary is the last line of a report for people.
func (r *Run) Summary() string {
	verdict := map[int]string{ExitConforms: "conforms", ExitFindings: "does not conform", ExitBroken: "no verdict"}[r.Exit]
	if r.Exit == ExitConforms && r.Baseline != nil && r.Baseline.Known > 0 {
		verdict = "as known"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", Legible(r.Spelled), verdict)
	for _, s := range []Status{Pass, Fail, Untestable, Skip, Inconclusive, Error} {
		if n := *r.Totals.of(s); n > 0 || s == Pass || s == Fail {
			fmt.Fprintf(&b, " · %d %s", n, s)
		}
	}
	if r.Baseline != nil {
		fmt.Fprintf(&b, " · %d known", r.Baseline.Known)
		if r.Baseline.Past > 0 {
			fmt.Fprintf(&b, " (%d more not looked for)", r.Baseline.Past)
		}
	}
	fmt.Fprintf(&b, " · %d histories, %d calls", r.Histories, r.Calls)
	if r.Kills > 0 {
		fmt.Fprintf(&b, ", %d kills", r.Kills)
	}
	fmt.Fprintf(&b, " in %s · seed %d · exit %d", seconds(r.DurationMs), r.Seed, r.Exit)
	return b.String()
}

func seconds(ms int64) string { return fmt.Sprintf("%.1f s", float64(ms)/1000) }

// headings are the lines above the clauses: who was judged, what it does not tell apart, what broke.
func (r *Run) headings() (out []string) {
	who := strings.TrimSpace(r.Target.Name + " " + r.Target.Version)
	if who == "" {
		who = r.Spelled
	}
	if r.Target.Spec != "" {
		who += " (protocol " + r.Target.Spec + ")"
	}
	out = append(out, "judged: "+Legible(who))
	var fields []string
	for _, u := range r.Target.Unbound {
		fields = append(fields, Legible(u.Field))
	}
	if len(fields) > 0 {
		out = append(out, "does not bind: "+strings.Join(fields, ", "))
	}
	if len(r.Exhausted) > 0 {
		out = append(out, r.exhausted())
	}
	if r.Baseline != nil {
		for _, w := range r.Baseline.Wrong {
			out = append(out, "baseline: "+Legible(w))
		}
	}
	for _, b := range r.Broken {
		out = append(out, "no verdict: "+Legible(b))
	}
	return out
}

// words say what is known of a finding; "" where nothing is.
func (k *Known) words() string {
	if k == nil {
		return ""
	}
	who := k.Owner
	if k.Issue != "" {
		who = "issue " + k.Issue
	}
	return fmt.Sprintf("%s (%s, until %s)", k.Reason, who, k.Expires)
}

// exhausted says how deep the exhaustive story went, the deepest first, and how many sequences there were.
func (r *Run) exhausted() string {
	depths := make([]string, 0, len(r.Exhausted))
	for _, d := range slices.Backward(r.Exhausted) {
		depths = append(depths, fmt.Sprintf("depth %d, %d sequences", d.Depth, d.Sequences))
	}
	return "exhaustive: " + strings.Join(depths, "; ")
}

// faults are told once for each kind and story, with the first one's detail.
func (r *Run) faults() (out []string) {
	type key struct{ story, kind string }
	n, first := map[key]int{}, []Fault{}
	for _, f := range r.Faults {
		k := key{f.Story, f.Kind}
		if n[k]++; n[k] == 1 {
			first = append(first, f)
		}
	}
	for _, f := range first {
		where := "at the handshake"
		if f.Story != "" {
			where = "in " + f.Story
		}
		line := fmt.Sprintf("fault %s %s (%d of them): %s", f.Kind, where, n[key{f.Story, f.Kind}], f.Detail)
		out = append(out, Legible(line)+"\n"+indent("  | ", lines(f.Stderr)))
	}
	return out
}

// remark is what stands beside a clause in a table.
func (c RunClause) remark(strict bool) string {
	switch {
	case c.Known != nil:
		return "known: " + c.Known.words()
	case c.Reason != "":
		return c.Reason
	case c.Status == Fail && c.excused:
		return "known: " + c.Findings[0].Known.words()
	case c.Status == Fail && !c.Counts(strict):
		return "warning: a SHOULD is broken"
	case c.Status == Fail:
		return c.Findings[0].Why
	}
	return ""
}

// chapters are the chapters of a run's clauses, in their order.
func (r *Run) chapters() (names []string, of map[string][]RunClause) {
	of = map[string][]RunClause{}
	for _, c := range r.Clauses {
		if of[c.Chapter] == nil {
			names = append(names, c.Chapter)
		}
		of[c.Chapter] = append(of[c.Chapter], c)
	}
	return names, of
}
