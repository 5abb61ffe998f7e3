// Package nearest suggests the name that was probably meant.
package nearest

import "slices"

// To finds the candidate with the fewest edits (a character put in, taken out, changed, or swapped
// with its neighbour), the first of several. It is "" where more than a third of the word, and more
// than two characters, would have to be edited.
func To(word string, candidates []string) string {
	best, fewest := "", max(2, len(word)/3)+1
	for _, c := range candidates {
		if d := edits(word, c); d < fewest {
			best, fewest = c, d
		}
	}
	return best
}

// edits is the restricted Damerau–Levenshtein distance of two words, by bytes: names are ASCII.
func edits(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = slices.Clone(last), row
	}
	return last[len(b)]
}
