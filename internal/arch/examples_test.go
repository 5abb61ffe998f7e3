package arch

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/internal/replay"
	"sameact/spec"
	"sameact/spec/law"
)

// What the pages show was seen: examples are read, judged, played and hashed again.

// examples are the blocks of a page that are marked with a word.
func examples(t *testing.T, name, kind string) (out []string) {
	t.Helper()
	for _, m := range fences.FindAllStringSubmatch(page(t, name), -1) {
		if m[1] == kind {
			out = append(out, m[2])
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no example of kind %s", name, kind)
	}
	return out
}

func TestExamplesInTheNotation(t *testing.T) {
	hello := reference.New(reference.Obeying(reference.RePresent)).Hello()
	for _, name := range []string{notationPage, protocolPage} {
		for _, text := range examples(t, name, "notation") {
			h, err := spec.ParseHistory(text)
			if err != nil {
				t.Errorf("%s: %v\n%s", name, err, text)
				continue
			}
			if lines := strings.TrimRight(regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(text, ""), "\n") + "\n"; h.String() != lines {
				t.Errorf("%s: an example is printed otherwise\n%s%s", name, text, h)
			}
			for _, b := range law.Judge(h, hello).Broken() {
				t.Errorf("%s: an example breaks %s: %s\n%s", name, b.Clause.Slug, b.Why, text)
			}
		}
	}
	for _, text := range examples(t, notationPage, "case") {
		c, err := spec.ParseCase("example", text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", notationPage, err, text)
		}
		if why := replay.Mismatch(c, replay.Recorded(c, hello)); why != "" {
			t.Errorf("%s: %s\n%s", notationPage, why, text)
		}
	}
}

var address = regexp.MustCompile(`"request":"([^"]+)"`)

// The transcript is fed to the reference gate line by line. Only addresses of questions may differ.
func TestTranscriptIsTrue(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	in, harness := io.Pipe()
	gate, out := io.Pipe()
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	ended := make(chan error, 1)
	go func() {
		err := remote.Serve(ctx, target, in, out)
		in.Close()
		out.Close()
		ended <- err
	}()
	folder, err := json.Marshal(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	same := strings.NewReplacer(`"stateDir":"state"`, `"stateDir":`+string(folder))
	lines := bufio.NewScanner(gate)
	sent := 0
	for line := range strings.Lines(examples(t, protocolPage, "transcript")[0]) {
		way, message, _ := strings.Cut(strings.TrimSpace(line), " ")
		message = same.Replace(message)
		switch way {
		case "→":
			sent++
			if _, err := io.WriteString(harness, message+"\n"); err != nil {
				t.Fatalf("the gate does not take %s: %v", message, err)
			}
		case "←":
			if !lines.Scan() {
				t.Fatalf("the page says %s, and the gate says nothing more", message)
			}
			if theirs, ours := address.FindStringSubmatch(lines.Text()), address.FindStringSubmatch(message); theirs != nil && ours != nil && theirs[1] != ours[1] {
				same = strings.NewReplacer(ours[1], theirs[1])
				message = same.Replace(message)
			}
			if lines.Text() != message {
				t.Errorf("the page says\n%s\nthe gate says\n%s", message, lines.Text())
			}
		default:
			t.Fatalf("%s: a line of a transcript begins with → or ←: %s", protocolPage, line)
		}
	}
	if err := <-ended; err != nil || sent < 10 {
		t.Errorf("%d messages were sent, and the gate ended with %v", sent, err)
	}
}

func TestFingerprintsOnThePage(t *testing.T) {
	text := page(t, canonicalPage)
	var golden map[string]string
	if err := json.Unmarshal([]byte(page(t, "impl/reference/testdata/fingerprints.json")), &golden); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, r := range rows(section(text, "6"), "name") {
		said[r["name"]] = strings.Trim(r["fingerprint"], "`")
	}
	for name, sum := range golden {
		if said[name] != sum {
			t.Errorf("%s says of %s %q, the golden %s", canonicalPage, name, said[name], sum)
		}
	}
	if len(said) != len(golden) {
		t.Errorf("%s has %d fingerprints, the goldens are %d", canonicalPage, len(said), len(golden))
	}
	preimages := examples(t, canonicalPage, "preimage")
	sums := []string{strings.TrimPrefix(golden["mail"], "v1:"), strings.Trim(rows(text, "the text")[0]["SHA-256"], "`")}
	if len(preimages) != len(sums) {
		t.Fatalf("%d preimages, %d sums", len(preimages), len(sums))
	}
	for i, p := range preimages {
		if sum := sha256.Sum256([]byte(strings.TrimSpace(p))); hex.EncodeToString(sum[:]) != sums[i] {
			t.Errorf("%s: the preimage %s hashes to %x, the page says %s", canonicalPage, p, sum, sums[i])
		}
	}
}

func TestNumbersAndCodesOnThePage(t *testing.T) {
	text := page(t, canonicalPage)
	codes := column(section(text, "4"), "code")
	for _, code := range []string{reference.TooLarge, reference.DepthExceeded, reference.ByteOrderMark, reference.InvalidUTF8, reference.Syntax,
		reference.NotObject, reference.DuplicateKey, reference.InvalidUnicode, reference.NumberRange, reference.NumberPrecision, reference.MissingField} {
		if !slices.Contains(codes, code) {
			t.Errorf("%s does not name the code %s", canonicalPage, code)
		}
	}
	tried := 0
	for _, r := range rows(section(text, "3"), "token") {
		made := map[string]bool{}
		for _, token := range strings.Split(r["token"], ", ") {
			tried++
			out, bad := reference.Canonical(`{"n":` + strings.Trim(token, "`") + `}`)
			made[string(out)] = true
			says := strings.Trim(r[""], "`")
			if bad != nil && bad.Code != says || bad == nil && strings.HasPrefix(says, "number_") {
				t.Errorf("%s says of %s %q, the reference %s %v", canonicalPage, token, r[""], out, bad)
			}
		}
		if len(made) != 1 {
			t.Errorf("%s calls %s one number, the reference makes %v", canonicalPage, r["token"], made)
		}
	}
	if tried < 10 {
		t.Errorf("only %d numbers were tried", tried)
	}
}
