package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Each shape of arguments is measured in one run as the gate does it (binding), in reused buffers
// (reused), and as jsontext and SHA-256 alone would do it (plain), which checks less.
var benchShapes = []struct {
	name string
	text string
}{
	{"mail", mailText(4 << 10)},
	{"numbers", numbersText(4 << 10)},
	{"deep", `{"v":` + strings.Repeat("[", 120) + `"leaf"` + strings.Repeat("]", 120) + `}`},
	{"keys", keysText(200)},
	{"large", mailText(250 << 10)},
}

// mailText is a mail as an agent writes it: a few addresses, lines with line ends, some text that is
// not ASCII, names in no order.
func mailText(size int) string {
	const line = `Dear team,\n\nthe figures of the third quarter are ready – please look at \"Umsätze\" before Friday, and answer by mail.\n`
	var body strings.Builder
	for body.Len() < size-300 {
		body.WriteString(line)
	}
	return `{"to": ["finance@corp.example", "board@corp.example"], "subject": "Q3 figures", "cc": [], "body": "` +
		body.String() + `", "priority": 2, "attachments": [{"name": "q3.pdf", "bytes": 48211}], "send_at": null}`
}

func numbersText(size int) string {
	var b strings.Builder
	b.WriteString(`{"values":[0`)
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, ",%d,%d.%02d,%v", i*7919, i, i%100, 1/float64(i))
	}
	return b.String() + "]}"
}

func keysText(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"field_%03d":%d`, (i*77)%n, i)
	}
	return b.String() + "}"
}

// plainSum is what jsontext and SHA-256 make of a text, and "" where they refuse it.
func plainSum(text string) string {
	v := jsontext.Value(text)
	if v.Canonicalize() != nil {
		return ""
	}
	sum := sha256.Sum256(v)
	return hex.EncodeToString(sum[:])
}

// boundSum is the fingerprint of an act with that text, as the gate makes it.
func boundSum(text string, act Binding) string {
	args, bad := Canonical(text)
	if bad != nil {
		return ""
	}
	act.Args = args
	return act.Fingerprint()
}

// BenchmarkRatioFingerprint makes both of each shape by turns: how fast the gate is where plain is 1.
func BenchmarkRatioFingerprint(b *testing.B) {
	act := Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send"}
	for _, shape := range benchShapes {
		b.Run(shape.name, func(b *testing.B) {
			var ratio []float64
			for b.Loop() {
				began := time.Now()
				if plainSum(shape.text) == "" {
					b.Fatal("refused")
				}
				between := time.Now()
				if boundSum(shape.text, act) == "" {
					b.Fatal("refused")
				}
				ratio = append(ratio, float64(between.Sub(began))/float64(time.Since(between)))
			}
			slices.Sort(ratio)
			b.ReportMetric(ratio[len(ratio)/2], "plain/bound")
		})
	}
}

func BenchmarkFingerprint(b *testing.B) {
	act := Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send"}
	for _, shape := range benchShapes {
		run := func(name string, once func() string) {
			b.Run(shape.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(shape.text)))
				b.ReportAllocs()
				for b.Loop() {
					if once() == "" {
						b.Fatal("refused")
					}
				}
			})
		}
		run("plain", func() string { return plainSum(shape.text) })
		run("binding", func() string { return boundSum(shape.text, act) })
		var f Fingerprinter
		run("reused", func() string {
			_, sum, _ := f.Sum(shape.text, act)
			return sum
		})
	}
}
