package reference

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The number rule, exact or refuse: a number is accepted only if its decimal is the shortest spelling
// of its nearest double. On such numbers a reader of decimals and a reader of doubles agree, so it does
// not matter which of the two runs the act. 1, 1.0 and 1e0 are one number; 9007199254740993 is refused.

// sureDigits is how many significant digits every double of ordinary size keeps (C's DBL_DIG): two
// different decimals of that length never share a double, so each is the shortest spelling of its own.
const sureDigits = 15

// numberEnd finds the end of a number token. plain says that it has no exponent and few enough digits
// to be exact without a closer look.
func numberEnd(text string, i int) (end int, plain bool) {
	from, points := i, 0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c-'0' <= 9 || c == '-':
		case c == '.':
			points++
		case c == 'e' || c == 'E' || c == '+':
			points = sureDigits
		default:
			return i, i-from-points <= sureDigits && points <= 1
		}
	}
	return i, i-from-points <= sureDigits && points <= 1
}

// inexact gives the code with which a number token is refused, or "". A token that is no number is
// not refused here.
func inexact(token string) string {
	var room [32]byte
	f, err := strconv.ParseFloat(token, 64)
	if err == nil && string(jsontext.AppendFloat(room[:0], f, 64)) == token {
		return ""
	}
	d, ok := decimalOf(token)
	if !ok || d.digits == "" {
		return ""
	}
	if err != nil || f == 0 {
		return NumberRange
	}
	if shortest, _ := decimalOf(string(strconv.AppendFloat(room[:0], f, 'e', -1, 64))); !d.equals(shortest) {
		return NumberPrecision
	}
	return ""
}

// A decimal is a number token taken apart without computing: its value is digits (with one point to
// be passed over) times ten to the exponent, counted from the first digit. digits begins and ends with
// a digit that is not zero; it is empty for zero. The sign is left out: it is never rounded.
type decimal struct {
	digits   string
	exponent int
}

func decimalOf(token string) (d decimal, ok bool) {
	mantissa := strings.TrimPrefix(token, "-")
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		if d.exponent, ok = exponentOf(mantissa[i+1:]); !ok {
			return d, false
		}
		mantissa = mantissa[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if mantissa == "" || !digitsOnly(whole) || !digitsOnly(fraction) {
		return d, false
	}
	d.digits = strings.Trim(mantissa, "0.")
	first := strings.IndexFunc(mantissa, func(r rune) bool { return r != '0' && r != '.' })
	d.exponent += len(whole) - first
	if first < len(whole) {
		d.exponent--
	}
	return d, true
}

func digitsOnly(s string) bool {
	return run(s, func(c byte) bool { return c-'0' <= 9 }) == len(s)
}

// exponentOf reads an exponent; one too large to count is held at a size that no double has.
func exponentOf(s string) (n int, ok bool) {
	minus := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		minus, s = s[0] == '-', s[1:]
	}
	for _, c := range []byte(s) {
		if c-'0' > 9 {
			return 0, false
		}
		n = min(n*10+int(c-'0'), 1<<30)
	}
	if minus {
		n = -n
	}
	return n, s != ""
}

// equals compares two numbers, their signs apart.
func (d decimal) equals(e decimal) bool {
	i, j := 0, 0
	for i < len(d.digits) && j < len(e.digits) {
		switch {
		case d.digits[i] == '.':
			i++
		case e.digits[j] == '.':
			j++
		case d.digits[i] != e.digits[j]:
			return false
		default:
			i, j = i+1, j+1
		}
	}
	return i == len(d.digits) && j == len(e.digits) && d.exponent == e.exponent
}
