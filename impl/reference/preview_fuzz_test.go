package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sameact/spec"
)

// FuzzPreview shows arguments made of bytes: the bytes themselves where they are arguments, and
// otherwise an object built of them from names and texts that matter here.
func FuzzPreview(f *testing.F) {
	for _, seed := range previewSeeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		args := argumentsOf(data)
		if err := checkPreview(args, Honest([]byte("key")).Preview(args)); err != nil {
			t.Errorf("%v\nargs %s", err, args)
		}
	})
}

func previewSeeds(t testing.TB) [][]byte {
	seeds := [][]byte{nil, []byte("0123456789"), []byte("password=a token: b"), []byte("\x01\x11\x21\x31\x41\x51\x61\x71\x81\x91")}
	for _, v := range vectors(t) {
		if v.Preview != nil && len(v.B) < 4000 {
			seeds = append(seeds, []byte(v.B))
		}
	}
	for i := range 64 {
		seeds = append(seeds, []byte(strings.Repeat(string(rune('0'+i)), i+1)+"a1b2c3"))
	}
	return seeds
}

// checkPreview says in which way a preview of arguments breaks its promises, or nil.
func checkPreview(args []byte, p Previewed) error {
	marks, _ := json.Marshal(p.Marks)
	if n := len(p.Preview) + len(marks); n > MaxPreviewBytes {
		return fmt.Errorf("%d bytes of preview and marks", n)
	}
	if !utf8.Valid(p.Preview) || !utf8.Valid(p.Full) || !utf8.Valid(marks) {
		return errors.New("not UTF-8")
	}
	if bytes.ContainsFunc(p.Full, hides) {
		return errors.New("the full view holds what cannot be seen")
	}
	given, err := spec.ParseValue(string(args))
	if err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	shown, err := spec.ParseValue(string(p.Preview))
	if err != nil {
		return fmt.Errorf("preview: %w", err)
	}
	full, err := spec.ParseValue(string(p.Full))
	if err != nil {
		return fmt.Errorf("full view: %w", err)
	}
	c := comparison{marks: map[string][]spec.Mark{}, places: map[string]bool{}}
	for _, m := range p.Marks {
		c.marks[m.At] = append(c.marks[m.At], m)
	}
	c.compare("", given, shown, full)
	for at := range c.marks {
		if !c.places[at] {
			c.wrong = append(c.wrong, fmt.Sprintf("a mark at %q, where nothing is", at))
		}
	}
	if len(c.wrong) > 0 {
		return errors.New(c.wrong[0])
	}
	return nil
}

// A comparison walks through arguments, preview and full view at once.
type comparison struct {
	marks  map[string][]spec.Mark
	places map[string]bool
	wrong  []string
}

func (c *comparison) fail(at, format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf("at %q: ", at)+fmt.Sprintf(format, args...))
}

// marked reports whether a place has a mark of a kind, about its value or about its name.
func (c *comparison) marked(at, kind string, name bool) bool {
	return slices.ContainsFunc(c.marks[at], func(m spec.Mark) bool {
		return m.Kind == kind && strings.Contains(m.Note, "the name") == name
	})
}

func (c *comparison) compare(at string, given, shown, full spec.Value) {
	c.places[at] = true
	if c.marked(at, Masked, false) {
		c.masked(at, given, shown, full)
		return
	}
	if shown.Kind != given.Kind || full.Kind != given.Kind {
		c.fail(at, "%s is shown as %s", given.Source(), shown.Source())
		return
	}
	switch given.Kind {
	case spec.Text:
		c.text(at, false, given.Text, shown.Text, full.Text)
	case spec.Number:
		if shown.Raw != given.Raw || full.Raw != given.Raw {
			c.fail(at, "%s is shown as %s", given.Raw, shown.Raw)
		}
	default:
		c.children(at, given, shown, full)
	}
}

func (c *comparison) children(at string, given, shown, full spec.Value) {
	if len(full.List) != len(given.List) {
		c.fail(at, "the full view has %d of %d", len(full.List), len(given.List))
		return
	}
	if len(shown.List) != len(given.List) {
		note := fmt.Sprintf("shows %d of %d ", len(shown.List), len(given.List))
		if !slices.ContainsFunc(c.marks[at], func(m spec.Mark) bool { return m.Kind == Cut && strings.HasPrefix(m.Note, note) }) {
			c.fail(at, "%d of %d without a mark", len(shown.List), len(given.List))
			return
		}
	}
	for i := range shown.List {
		token := fmt.Sprint(i)
		if given.Kind == spec.Object {
			token = spec.PointerToken(shown.Names[i])
			c.name(at, at+"/"+token, given.Names[i], shown.Names[i], full.Names[i])
		}
		c.compare(at+"/"+token, given.List[i], shown.List[i], full.List[i])
	}
	for i := range given.Names {
		if lawful(given.Names[i]) && (full.List[i].Kind != spec.Text || full.List[i].Text != Placeholder) {
			c.fail(at, "the full view shows the value under %q", given.Names[i])
		}
	}
}

// name compares a member's name, and the value that its name makes a secret.
func (c *comparison) name(parent, at, given, shown, full string) {
	if lawful(given) && !c.marked(at, Masked, false) {
		c.fail(at, "the value under %q is not masked", given)
	}
	if slices.ContainsFunc(c.marks[at], func(m spec.Mark) bool { return m.Kind == renamed && strings.HasPrefix(m.Note, "a secret") }) {
		c.parts(at, given, full)
		return
	}
	if shown != given && !c.marked(parent, renamed, false) {
		c.fail(parent, "the name %q is shown as %q without a mark", given, shown)
	}
	if c.marked(at, renamed, true) {
		shown = numbered.ReplaceAllString(shown, "")
	}
	c.text(at, true, given, shown, full)
}

// numbered is what keeps two names apart that would be shown as one.
var numbered = regexp.MustCompile(`~[0-9]+$`)

// text compares a text that is not masked.
func (c *comparison) text(at string, name bool, given, shown, full string) {
	if strings.ContainsFunc(shown, hides) {
		c.fail(at, "%q is shown with what cannot be seen", given)
	}
	if full != given {
		c.fail(at, "the full view of %q is %q", given, full)
	}
	if shown == given {
		return
	}
	if c.marked(at, Escaped, name) {
		shown = unescape(shown)
	}
	switch {
	case shown == given:
	case !strings.HasPrefix(given, shown):
		c.fail(at, "%q is shown as %q", given, shown)
	case !c.marked(at, Cut, name):
		c.fail(at, "%q is cut to %q without a mark", given, shown)
	}
}

// masked checks a place that is marked so: the mask is one of ours, and it is not there without need.
func (c *comparison) masked(at string, given, shown, full spec.Value) {
	if full.Kind != spec.Text || !strings.Contains(full.Text, Placeholder) || shown.Kind != spec.Text {
		c.fail(at, "a mask that shows %s", full.Source())
	}
	if given.Kind == spec.Text && full.Text != Placeholder {
		c.parts(at, given.Text, full.Text)
	}
	name := at[strings.LastIndexByte(at, '/')+1:]
	if harmless[name] && given.Kind != spec.Text {
		c.fail(at, "%s is masked, though its name is no secret", given.Source())
	}
	if full.Text == Placeholder && given.Kind == spec.Text && len(given.Text) >= 12 {
		for _, text := range []string{shown.Text, full.Text} {
			if strings.Contains(text, given.Text) {
				c.fail(at, "the secret %q shows", given.Text)
			}
		}
	}
}

// parts checks that a text masked in part shows nothing that was not there.
func (c *comparison) parts(at, given, full string) {
	rest := given
	for part := range strings.SplitSeq(full, Placeholder) {
		i := strings.Index(rest, part)
		if i < 0 {
			c.fail(at, "%q is shown as %q", given, full)
			return
		}
		rest = rest[i+len(part):]
	}
}

// lawful reports, by the law's own plain rule, whether a name ends with one of the seven words. It is
// written apart from the masking that it judges.
func lawful(name string) bool {
	for _, word := range []string{"password", "token", "authorization", "secret", "api_key", "api-key", "api key", "cookie", "credential"} {
		before, ok := strings.CutSuffix(strings.ToLower(name), word)
		if ok && (before == "" || strings.HasSuffix(before, "_") || strings.HasSuffix(before, "-") || strings.HasSuffix(before, " ")) {
			return true
		}
	}
	return strings.HasSuffix(name, "apiKey") || strings.HasSuffix(name, "Token") || strings.HasSuffix(name, "Password")
}

var harmless = map[string]bool{"max_tokens": true, "secret_santa": true, "cookie_policy": true, "compass": true, "tokenizer": true, "to": true}

// argumentsOf reads any bytes as arguments.
func argumentsOf(data []byte) []byte {
	if args, bad := Canonical(string(data)); bad == nil {
		return args
	}
	b := builder{data: data}
	var out strings.Builder
	b.object(&out, 0)
	args, bad := Canonical(out.String())
	if bad != nil {
		return []byte(`{}`)
	}
	return args
}

// A builder makes arguments of bytes; when they run out every choice is the simplest.
type builder struct {
	data  []byte
	names int
}

func (b *builder) pick(n int) int {
	if len(b.data) == 0 {
		return 0
	}
	c := b.data[0]
	b.data = b.data[1:]
	return int(c) % n
}

var builderNames = []string{"to", "password", "max_tokens", "Authorization", "api_key", "secret_santa", "access_token", "cookie_policy",
	"c\u200bc", "cc", "CC", "p\u0430ssword", "credential", "userPassword", "~/", "\x1b[8m", "name", "value", "header", "tokenizer", "key\nname"}

var builderTexts = []string{"board@corp.example", "", "FAKE-seven-words-7731", "a\nb", "\u202eabc", "token=abc&x=1", "Cookie: sid=1", `\u{200b}`,
	"Bearer abcd1234efgh", Placeholder, "x@\u0455\u0441\u043e\u0440\u0435.example", "https://u:p@h.example/?api_key=1", "--password", "😀"}

func (b *builder) object(out *strings.Builder, depth int) {
	out.WriteByte('{')
	for i := range b.pick(9) {
		if i > 0 {
			out.WriteByte(',')
		}
		name := builderNames[b.pick(len(builderNames))]
		if b.pick(8) == 7 {
			name = strings.Repeat(name, 30)
		}
		b.names++
		out.WriteString(spec.Quote(fmt.Sprintf("%.*s%s", b.pick(2), fmt.Sprint(b.names%10), name)))
		out.WriteByte(':')
		b.value(out, depth+1)
	}
	out.WriteByte('}')
}

func (b *builder) value(out *strings.Builder, depth int) {
	kind := b.pick(8)
	if depth > 8 {
		kind %= 4
	}
	switch kind {
	case 0, 1:
		out.WriteString(spec.Quote(builderTexts[b.pick(len(builderTexts))]))
	case 2:
		out.WriteString(spec.Quote(strings.Repeat(builderTexts[b.pick(len(builderTexts))]+" ", 1+b.pick(90))))
	case 3:
		out.WriteString([]string{"0", "null", "true", "-1.5e-7", "1e21"}[b.pick(5)])
	case 4, 5:
		b.object(out, depth)
	default:
		out.WriteByte('[')
		for i := range b.pick(60) {
			if i > 0 {
				out.WriteByte(',')
			}
			b.value(out, depth+1)
		}
		out.WriteByte(']')
	}
}
