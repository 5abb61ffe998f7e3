package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sameact/spec"
)

// markNames are the words of the vectors for kinds of marks.
var markNames = map[string]string{"truncated": Cut}

// A sight is one side of a vector as the person sees it.
type sight struct {
	t     *testing.T
	args  string
	seen  Previewed
	words string // every name and plain value of the preview, decoded
	full  string
}

func look(t *testing.T, text string) sight {
	t.Helper()
	args, bad := Canonical(text)
	if bad != nil {
		t.Fatalf("refused: %v", bad)
	}
	s := sight{t: t, args: string(args), seen: Honest([]byte("question")).Preview(args)}
	s.words, s.full = decoded(t, s.seen.Preview), decoded(t, s.seen.Full)
	return s
}

// decoded joins all names and plain values of a JSON value by a noncharacter, which none of them holds.
func decoded(t *testing.T, raw []byte) string {
	t.Helper()
	v, err := spec.ParseValue(string(raw))
	if err != nil {
		t.Fatalf("not JSON: %v: %.200s", err, raw)
	}
	var words []string
	v.Walk(func(_ string, v spec.Value) {
		words = append(words, v.Names...)
		switch v.Kind {
		case spec.Text:
			words = append(words, v.Text)
		case spec.Object, spec.Array:
		default:
			words = append(words, v.Source())
		}
	})
	return strings.Join(words, "\ufffe")
}

func (s sight) flagged(kind string) bool {
	if other, ok := markNames[kind]; ok {
		kind = other
	}
	return slices.ContainsFunc(s.seen.Marks, func(m spec.Mark) bool { return m.Kind == kind })
}

// cut reports whether some value of the arguments is not in the preview.
func (s sight) cut() bool {
	all, _ := spec.ParseValue(s.args)
	missing := false
	all.Walk(func(_ string, v spec.Value) {
		missing = missing || v.Kind == spec.Text && !strings.Contains(s.words, v.Text)
	})
	return missing
}

func (s sight) notes() string {
	var b strings.Builder
	for _, m := range s.seen.Marks {
		fmt.Fprintln(&b, m.At, m.Kind, m.Note)
	}
	return b.String()
}

func TestPreviewVectors(t *testing.T) {
	judged := 0
	for _, v := range vectors(t) {
		if v.Preview == nil {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			judged++
			a, b := look(t, v.A), look(t, v.B)
			wrong := v.Preview.wrong(a, b)
			for _, w := range wrong {
				if v.Preview.BestEffort {
					t.Logf("best effort, not reached: %s", w)
				} else {
					t.Errorf("%s: %s\n%s\n%s\n%s", w, v.Why, a.seen.Preview, b.seen.Preview, b.notes())
				}
			}
			for _, kind := range v.Preview.ShouldFlagB {
				if !b.flagged(kind) {
					t.Errorf("no advice %s: %s", kind, v.Why)
				}
			}
		})
	}
	if judged < 100 {
		t.Errorf("only %d vectors have expectations", judged)
	}
}

// wrong lists what two previews miss.
func (e *expectations) wrong(a, b sight) (out []string) {
	miss := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	for _, s := range []sight{a, b} {
		for _, secret := range e.MustNotContain {
			miss(strings.Contains(s.words+s.full+s.notes(), secret), "shows %q", secret)
		}
		for _, text := range e.MustContain {
			miss(!strings.Contains(s.words, text), "does not show %q", text)
		}
		for _, raw := range e.MustNotContainRaw {
			miss(strings.Contains(s.words+string(s.seen.Full)+s.notes(), raw), "shows %q as it is", raw)
		}
		for _, kind := range e.MustFlag {
			miss(!s.flagged(kind), "no mark %s", kind)
		}
		miss(e.MustFlagAny != nil && !slices.ContainsFunc(e.MustFlagAny, s.flagged), "none of the marks %v", e.MustFlagAny)
		miss(e.FlagIfCut != "" && s.cut() && !s.flagged(e.FlagIfCut), "cut without a mark")
		miss(e.MustShowCount && s.cut() && !strings.Contains(s.notes(), fmt.Sprintf("of %d items", items(s.args))), "does not say how many")
		miss(e.MustBeValidUTF8 && !utf8.Valid(s.seen.Preview), "not UTF-8")
	}
	for _, text := range e.MustContainB {
		miss(!strings.Contains(b.words, text), "does not show %q", text)
	}
	for _, kind := range e.MustFlagB {
		miss(!b.flagged(kind), "no mark %s", kind)
	}
	same := string(a.seen.Preview) == string(b.seen.Preview) && a.notes() == b.notes()
	miss(e.Distinguishable && same, "the two look alike")
	miss(e.MasksEqual && !same, "the masks tell the two apart")
	return out
}

// items counts the first list of an object.
func items(args string) int {
	v, _ := spec.ParseValue(args)
	for _, e := range v.List {
		if e.Kind == spec.Array {
			return len(e.List)
		}
	}
	return -1
}

func TestSecretNames(t *testing.T) {
	for _, test := range []struct {
		names  string
		secret bool
		reason string
	}{
		{"password token authorization secret api_key cookie credential", true, "the seven of the law"},
		{"access_token clientSecret x-api-key APIKey userPassword PASSWORD set-cookie", true, "the head noun is the last word, however words are joined"},
		{"apikey sessionid privateKey connectionString mfa_code aws_secret_access_key", true, "nouns of two words"},
		{"passWord pass-word pAssword s_e_cret", true, "a noun in pieces"},
		{"password2 token_1 t0ken passw0rd", true, "numbers behind, and digits that stand for letters"},
		{"p\u0430ssword pass\u200bword \uff50assword p\u00e1ssword \u0405ecret", true, "look-alikes, invisible characters, full width, accents"},
		{"dsn_text password_value token_raw", true, "a word that says how the value is written"},
		{"max_tokens cookie_policy secret_santa X-Token-Forward-To authorization_amount", false, "the noun is another"},
		{"compass author secretary tokenizer passenger pinned spinning bypass", false, "the word only begins or ends like one"},
		{"to cc body key id name code session value text", false, "ordinary names"},
	} {
		for _, name := range strings.Fields(test.names) {
			if got := SecretName(name); got != test.secret {
				t.Errorf("%q: secret is %v: %s", name, got, test.reason)
			}
		}
	}
	if SecretName("") || !SecretName("API Key") {
		t.Error("an empty name is no secret; a name with a space may be one")
	}
}

func TestMaskText(t *testing.T) {
	for _, test := range []struct{ text, want, reason string }{
		{"API_KEY=abc", "API_KEY=[masked]", "a line of an environment"},
		{"PASSWORD=correct horse battery", "PASSWORD=[masked]", "the value of such a line may hold spaces"},
		{"run --token=abc now", "run --token=[masked] now", "an option with its value"},
		{"run --password 'a b' now", "run --password '[masked]' now", "the value in quotes"},
		{"run --password --force", "run --password --force", "an option has no value here"},
		{"https://h.example/x?access_token=abc&page=1#f", "https://h.example/x?access_token=[masked]&page=1#f", "one parameter of a query"},
		{"token=abc&to=board@corp.example", "token=[masked]&to=board@corp.example", "a form: the next parameter is shown"},
		{"Server=db;Password=abc;Port=1", "Server=db;Password=[masked];Port=1", "a connection string"},
		{"amqp://app:abc@mq.example/", "amqp://app:[masked]@mq.example/", "a URL's password"},
		{"postgres://app:a/b?c@db.example/x", "postgres://app:[masked]@db.example/x", "with signs that end a host"},
		{"https://h.example:8080/@board", "https://h.example:8080/@board", "a port is no password"},
		{"git clone ssh://git@h.example/x", "git clone ssh://git@h.example/x", "a user is none"},
		{"curl -H 'Authorization: Token abc' https://h.example/", "curl -H 'Authorization: [masked]' https://h.example/", "a header in quotes ends with them"},
		{"Cookie: sid=abc; theme=dark", "Cookie: [masked]", "a header takes its line"},
		{"user: ops\npassword: a b\nhost: h", "user: ops\npassword: [masked]\nhost: h", "a line of YAML"},
		{`{"token":"a\"b","to":"x"}`, `{"token":"[masked]","to":"x"}`, "JSON in a text, with an escaped quote"},
		{`"{\"token\":\"abc\",\"to\":\"x\"}"`, `"{\"token\":\"[masked]\",\"to\":\"x\"}"`, "JSON in JSON in a text"},
		{`login(password:"abc"){id}`, `login(password:"[masked]"){id}`, "an argument of a query"},
		{"<password>abc</password>", "<password>[masked]</password>", "an element"},
		{"send Bearer abcd1234efgh to it", "send Bearer [masked] to it", "a scheme and its credentials"},
		{"Basic information about Token economies", "Basic information about Token economies", "words after a scheme's name"},
		{"use eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln today", "use [masked] today", "a web token"},
		{"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----", "a key"},
		{"-----BEGIN PRIVATE KEY-----\nabc", "-----BEGIN PRIVATE KEY-----[masked]", "a key without an end"},
		{"-----BEGIN CERTIFICATE-----\nabc", "-----BEGIN CERTIFICATE-----\nabc", "a certificate is public"},
		{"pass: 12, fail: 3; max_tokens=5", "pass: 12, fail: 3; max_tokens=5", "ordinary words"},
		{"db_pass=abc", "db_pass=[masked]", "pass as part of a name"},
		{"the secret is out at 10:30", "the secret is out at 10:30", "prose"},
		{"p\u0430ssword=abc", "p\u0430ssword=[masked]", "a look-alike"},
		{"api key: abc", "api key: [masked]", "a noun of two words"},
	} {
		if got := MaskText(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q: %s", test.text, got, test.want, test.reason)
		}
	}
}

func TestMaskedPlaces(t *testing.T) {
	for _, test := range []struct{ args, want, reason string }{
		{`{"password":null,"token":{"a":[1]},"secret":""}`, `{"password":"[masked]","secret":"[masked]","token":"[masked]"}`, "whatever the value is, the mask tells nothing of it"},
		{`{"h":[["Accept","x"],["X-Api-Key","y"]]}`, `{"h":[["Accept","x"],["X-Api-Key","[masked]"]]}`, "pairs in a list"},
		{`{"header":["X-Api-Key","y"]}`, `{"header":["X-Api-Key","[masked]"]}`, "a pair under a name for pairs"},
		{`{"required":["password","to"]}`, `{"required":["password","to"]}`, "a list of names is no pair"},
		{`{"h":[{"name":"X-Api-Key","value":"y","secure":true}]}`, `{"h":[{"name":"X-Api-Key","secure":true,"value":"[masked]"}]}`, "an object that names what it holds"},
		{`{"argv":["db","--password","x","--host","h"]}`, `{"argv":["db","--password","[masked]","--host","h"]}`, "an option and its value"},
		{`{"argv":["db","--password","--force"]}`, `{"argv":["db","--password","[masked]"]}`, "what follows an option may begin with a dash"},
		{`{"Cookie: a=1":1}`, `{"Cookie: [masked]":1}`, "a secret in a name"},
	} {
		got := look(t, test.args)
		if string(got.seen.Preview) != test.want {
			t.Errorf("%s: got %s, want %s: %s", test.args, got.seen.Preview, test.want, test.reason)
		}
	}
}

func TestOrdinaryArgumentsAreShownWhole(t *testing.T) {
	list := `"` + strings.Repeat("user@corp.example\",\"", 39) + `user@corp.example"`
	for _, args := range []string{
		`{}`,
		`{"body":"` + strings.Repeat("é", 240) + `"}`,
		`{"to":[` + list + `]}`,
		`{"a":[[[[[1,"x",null,true,-0.5e-7,{}]]]]]}`,
		`{"subject":"[masked] […] [+5 items]","note":"\"quoted\" \\ /"}`,
	} {
		got := look(t, args)
		if string(got.seen.Preview) != got.args || len(got.seen.Marks) != 0 || string(got.seen.Full) != got.args {
			t.Errorf("%s\nis shown as %s\nwith %v", got.args, got.seen.Preview, got.seen.Marks)
		}
	}
}

func TestCuts(t *testing.T) {
	for _, test := range []struct {
		args   string
		at     string
		note   string
		reason string
	}{
		{`{"body":"` + strings.Repeat("é", 241) + `"}`, "/body", "shows 240 of 241 characters", "one code point too many"},
		{`{"to":[` + strings.Repeat("1,", 40) + `1]}`, "/to", "shows 40 of 41 items", "one item too many"},
		{`{"a":[[[[[[1,2]]]]]]}`, "/a/0/0/0/0/0", "shows 0 of 2 items", "one level too deep"},
		{`{"` + strings.Repeat("k", 121) + `":1}`, "/" + strings.Repeat("k", 120), "shows 120 of 121 characters of the name", "a long name"},
	} {
		got := look(t, test.args)
		marks := slices.DeleteFunc(got.seen.Marks, func(m spec.Mark) bool { return m.Kind == renamed })
		if len(marks) != 1 {
			t.Errorf("%s: marks %v", test.reason, marks)
			continue
		}
		m := marks[0]
		if m.At != test.at || m.Kind != Cut || !strings.HasPrefix(m.Note, test.note+"; code ") {
			t.Errorf("%s: got %+v, want %s at %s", test.reason, m, test.note, test.at)
		}
		if string(got.seen.Full) != got.args {
			t.Errorf("%s: the full view is cut", test.reason)
		}
		plain := Preview([]byte(got.args)).Marks
		if note := plain[len(plain)-1].Note; note != test.note {
			t.Errorf("%s: without a key the note is %q", test.reason, note)
		}
	}
}

func TestSecretAtTheCut(t *testing.T) {
	got := look(t, `{"body":"`+strings.Repeat("x", 225)+` token=abcdefghijklmnop"}`)
	if strings.Contains(got.words, "abc") || !strings.Contains(got.words, "token=[mas") {
		t.Errorf("the head of a secret shows at the cut: %s", got.words)
	}
}

func TestNamesThatReadAlike(t *testing.T) {
	got := look(t, `{"c\\u{200b}c":"exact","c\u200bc":"other","CC":1,"cc ":2}`)
	want := `{"CC":1,"c\\u{200b}c":"exact","cc ":2,"c\\u{200b}c~2":"other"}`
	if full := `{"CC":1,"c\\u{200b}c":"exact","cc ":2,"c\u200bc":"other"}`; string(got.seen.Full) != full {
		t.Errorf("the full view is %s, want %s", got.seen.Full, full)
	}
	if string(got.seen.Preview) != want {
		t.Errorf("got %s, want %s", got.seen.Preview, want)
	}
	if !got.flagged(confusableKeys) || !got.flagged(invisible) || !got.flagged(Escaped) {
		t.Errorf("marks %v", got.seen.Marks)
	}
}

func TestEscapesReadBack(t *testing.T) {
	for _, text := range []string{"a\nb\tc", "\x1b[0m", `\u{1b}` + "\x1b", `\u{5c}`, "x\u202ey", "\U000e0041", "plain", `back\slash`} {
		shown := escape(text)
		if strings.ContainsFunc(shown, hides) {
			t.Errorf("%q: %q still holds what is not seen", text, shown)
		}
		if shown != text && unescape(shown) != text {
			t.Errorf("%q: %q reads back as %q", text, shown, unescape(shown))
		}
		spelled := appendVisible(nil, text)
		if v, err := spec.ParseValue(string(spelled)); err != nil || v.Text != text || bytes.ContainsFunc(spelled, hides) {
			t.Errorf("%q: spelled %s, which is %q, %v", text, spelled, v.Text, err)
		}
	}
}

// unescape reads \u{…} back.
func unescape(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, `\u{`)
		end := strings.IndexByte(s[max(i, 0):], '}')
		if i < 0 || end < 0 {
			return b.String() + s
		}
		var r rune
		if _, err := fmt.Sscanf(s[i:i+end+1], `\u{%x}`, &r); err != nil {
			return b.String() + s
		}
		b.WriteString(s[:i])
		b.WriteRune(r)
		s = s[i+end+1:]
	}
}

func TestUnusual(t *testing.T) {
	for _, test := range []struct{ text, want, reason string }{
		{"Dear all, the figures are ready – bye", "", "an ordinary line"},
		{"Добрый день, коллеги", "", "a text all in one script"},
		{"ops@corp.example and https://h.example/é", "", "the path of a URL is no domain"},
		{"\x1b[0m", "control", "a terminal escape"},
		{"a\nb", "newline", "two lines"},
		{"a\r\nb", "control newline", "a carriage return moves the cursor back"},
		{"\u202eabc", "bidi", "right to left"},
		{"a\u200bb", "invisible", "a space of no width"},
		{"\u2800\u3164", "invisible", "characters drawn as nothing"},
		{"\ue000", "unassigned", "a private character"},
		{"p\u0430ypal", "confusable", "one letter of another script"},
		{"x@\u0455\u0441\u043e\u0440\u0435.example", "confusable idn", "a domain all in another script"},
		{"x\uff20corp.example", "confusable", "a full-width sign"},
		{"x@xn--pple-43d.example", "idn", "punycode"},
		{"x@b\u00fccher.example", "idn", "a domain that is sent as punycode"},
		{"ls" + strings.Repeat(" ", 8) + "; rm", "whitespace_run", "white space that pushes the rest away"},
		{"x<!-- y -->", "markup", "a comment of HTML"},
		{"[a](b)", "markup", "a link of Markdown"},
		{"a < b <3", "", "signs of comparison"},
	} {
		if got := strings.Join(unusual(test.text), " "); got != test.want {
			t.Errorf("%q: got %q, want %q: %s", test.text, got, test.want, test.reason)
		}
	}
}

func TestPreviewIsBounded(t *testing.T) {
	wide := func(name, value string, n int) string {
		var b strings.Builder
		for i := 0; i < n && b.Len()+len(name)+len(value)+20 < MaxArgumentBytes; i++ {
			fmt.Fprintf(&b, `,"%s%d":%s`, name, i, value)
		}
		return "{" + b.String()[1:] + "}"
	}
	everything := `\u0001\u202e\u200b\ue000\n<b p\u0430y @xn--        <<<<~~` + strings.Repeat(`\"`, 100)
	tags := strings.Repeat("\U000e0041", 40)
	nested := wide("k", wide("k", wide("k", `"`+strings.Repeat("x", 300)+`"`, 4), 8), 20)
	for _, test := range []struct{ args, reason string }{
		{`{"a":"` + strings.Repeat("x", MaxArgumentBytes-8) + `"}`, "one long text"},
		{`{"a":[` + strings.Repeat("0,", 9999) + `0]}`, "10 000 items"},
		{`{"a":[` + strings.Repeat(`"a b c d e f g h i j k l",`, 9999) + `0]}`, "10 000 texts"},
		{`{"v":` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + `}`, "depth 128"},
		{wide("password", `"x"`, 10000), "10 000 secrets"},
		{wide(tags, `"`+tags+`"`, 200), "names and values that grow when escaped"},
		{wide(tags, wide(tags, `"`+tags+`"`, 10), 50), "the same, nested"},
		{wide(strings.Repeat("~", 200), `[]`, 10000), "names that grow in a pointer"},
		{wide(strings.Repeat(`\"`, 100), wide(`\"\u200b`, `"\u202e"`, 20), 10000), "quotes"},
		{nested, "wide and deep"},
		{wide(everything, `"`+everything+`"`, 500), "every kind of mark on every name and value"},
		{`{"a":` + strings.Repeat(`{"a":`, 120) + "1" + strings.Repeat("}", 121), "deep objects"},
	} {
		args, bad := Canonical(test.args)
		if bad != nil {
			t.Fatalf("%s: %v", test.reason, bad)
		}
		p := Honest([]byte("key")).Preview(args)
		marks, _ := json.Marshal(p.Marks)
		if n := len(p.Preview) + len(marks); n > MaxPreviewBytes {
			t.Errorf("%s: %d bytes", test.reason, n)
		}
		if err := checkPreview(args, p); err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
	}
}

func TestWhatIsNoJSONIsNotShown(t *testing.T) {
	for _, text := range []string{"", "{", `{"password":"x"`, "x"} {
		p := Preview([]byte(text))
		if string(p.Preview) != "{}" || string(p.Full) != "{}" || len(p.Marks) != 1 {
			t.Errorf("%q: %s %s %v", text, p.Preview, p.Full, p.Marks)
		}
	}
}
