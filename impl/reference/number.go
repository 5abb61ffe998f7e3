package reference

import (
	"strconv"

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
	if !d.equals(strconv.AppendFloat(room[:0], f, 'e', -1, 64)) {
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
	if token != "" && token[0] == '-' {
		token = token[1:]
	}
	mantissa, written := token, 0
	for i := 0; i < len(token); i++ {
		if token[i]|0x20 == 'e' {
			mantissa = token[:i]
			if written, ok = exponentOf(token[i+1:]); !ok {
				return d, false
			}
			break
		}
	}
	point, first, last := len(mantissa), -1, -1
	for i := 0; i < len(mantissa); i++ {
		switch c := mantissa[i]; {
		case c == '.':
			if point < len(mantissa) {
				return d, false
			}
			point = i
		case c-'0' > 9:
			return d, false
		case c != '0':
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return d, mantissa != ""
	}
	d.digits, d.exponent = mantissa[first:last+1], written+point-first
	if first < point {
		d.exponent--
	}
	return d, true
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

// equals compares with a shortest spelling as strconv writes it: [-]d[.ddd]e±dd.
func (d decimal) equals(shortest []byte) bool {
	i, j := 0, 0
	if shortest[0] == '-' {
		j = 1
	}
	for {
		if i < len(d.digits) && d.digits[i] == '.' {
			i++
			continue
		}
		if shortest[j] == '.' {
			j++
			continue
		}
		if shortest[j] == 'e' {
			break
		}
		if i == len(d.digits) || d.digits[i] != shortest[j] {
			return false
		}
		i++
		j++
	}
	if i < len(d.digits) {
		return false
	}
	var exponent int
	minus := shortest[j+1] == '-'
	for _, c := range shortest[j+2:] {
		exponent = exponent*10 + int(c-'0')
	}
	if minus {
		exponent = -exponent
	}
	return d.exponent == exponent
}
