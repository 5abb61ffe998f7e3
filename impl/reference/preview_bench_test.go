package reference

import (
	"strings"
	"testing"
)

// BenchmarkPreview is what a question costs to draw: for a mail, and for the largest arguments there are.
func BenchmarkPreview(b *testing.B) {
	for _, shape := range []struct{ name, text string }{
		{"mail", mailText(4 << 10)},
		{"large", mailText(250 << 10)},
		{"items", `{"a":[` + strings.Repeat("0,", 9999) + `0]}`},
		{"secrets", `{"a":"` + strings.Repeat("token=abcdefgh&x=1;", 10000) + `"}`},
	} {
		args, bad := Canonical(shape.text)
		if bad != nil {
			b.Fatal(bad)
		}
		b.Run(shape.name, func(b *testing.B) {
			b.SetBytes(int64(len(args)))
			for b.Loop() {
				if p := Honest([]byte("key")).Preview(args); len(p.Preview) == 0 {
					b.Fatal("nothing is shown")
				}
			}
		})
	}
}
