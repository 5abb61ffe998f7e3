package reference

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"sameact/spec"
)

func TestInexact(t *testing.T) {
	for _, test := range []struct{ token, code, reason string }{
		{"0", "", "zero"},
		{"-0.000", "", "zero has one value however it is written"},
		{"0e99999999999", "", "zero times anything"},
		{"100000000000000000000", "", "1e20 in full is the shortest spelling's value"},
		{"0.30000000000000004", "", "seventeen digits that a double needs"},
		{"0.3000000000000000444", NumberPrecision, "digits that no double needs"},
		{"1.7976931348623157e308", "", "the largest double"},
		{"1.7976931348623159e308", NumberRange, "just over"},
		{"5e-324", "", "the smallest double"},
		{"4.9e-324", NumberPrecision, "nearest the smallest double, but another decimal"},
		{"2e-324", NumberRange, "becomes zero"},
		{"123456789012345678", NumberPrecision, "eighteen digits"},
		{"9007199254740993.0", NumberPrecision, "the point changes nothing"},
		{"9.007199254740993e15", NumberPrecision, "nor does the exponent"},
		{"00010e2", "", "no number, which the parser says"},
	} {
		if got := inexact(test.token); got != test.code {
			t.Errorf("%s: got %q, want %q: %s", test.token, got, test.code, test.reason)
		}
	}
}

// TestNumbersAgreeWithTheLaw compares the number rule with spec's own arithmetic on tokens of every shape.
func TestNumbersAgreeWithTheLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	refused := 0
	for range 20000 {
		token := randomToken(r)
		_, bad := Canonical(`{"n":` + token + `}`)
		v, err := spec.ParseValue(token)
		lawful := err == nil && v.ExactDouble()
		if lawful != (bad == nil) {
			t.Fatalf("%s: accepted is %v, but the law's reading is exact: %v", token, bad == nil, lawful)
		}
		if bad != nil {
			refused++
		}
	}
	if refused < 2000 || refused > 18000 {
		t.Errorf("%d of 20000 tokens refused: the sample is one-sided", refused)
	}
}

func randomToken(r *rand.Rand) string {
	var s string
	switch r.IntN(4) {
	case 0:
		s = strconv.FormatFloat(math.Float64frombits(r.Uint64()), "eg"[r.IntN(2)], 14+r.IntN(5), 64)
	case 1:
		s = strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)
	case 2:
		s = strconv.FormatFloat(r.Float64()*math.Pow10(r.IntN(20)), 'f', r.IntN(20), 64)
	default:
		s = strconv.Itoa(1+r.IntN(9)) + strings.Repeat("0", r.IntN(25)) + "e" + strconv.Itoa(r.IntN(700)-350)
	}
	if strings.ContainsAny(s, "NI") {
		return "0"
	}
	return s
}
