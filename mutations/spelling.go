package mutations

import (
	"strings"

	"sameact/spec"
)

// changeCase writes a text in another case: its first letter, or all of them.
func changeCase(v *spec.Value, pick Pick) bool {
	if v.Kind != spec.Text {
		return false
	}
	letters := func(r rune) bool { return r < 0x80 && (r|0x20) >= 'a' && (r|0x20) <= 'z' }
	i := strings.IndexFunc(v.Text, letters)
	if i < 0 {
		return false
	}
	flip := func(r rune) rune {
		if letters(r) {
			return r ^ 0x20
		}
		return r
	}
	if pick(2) == 0 {
		return setText(v, v.Text[:i]+string(flip(rune(v.Text[i])))+v.Text[i+1:])
	}
	return setText(v, strings.Map(flip, v.Text))
}

// likes are letters of other alphabets that look like Latin ones.
var likes = map[rune]rune{'a': 'а', 'c': 'с', 'e': 'е', 'i': 'і', 'o': 'о', 'p': 'р', 's': 'ѕ', 'x': 'х', 'y': 'у'}

// lookAlike replaces one of the first letters that have a look-alike.
func lookAlike(text string, pick Pick) (string, bool) {
	var where []int
	for i, r := range text {
		if likes[r] != 0 && len(where) < 4 {
			where = append(where, i)
		}
	}
	if len(where) == 0 {
		return text, false
	}
	i := choose(pick, where)
	return text[:i] + string(likes[rune(text[i])]) + text[i+1:], true
}
