package doctor

import (
	"slices"

	"sameact/spec"
	"sameact/spec/law"
)

// Strange lists the words of a declaration that nobody knows, each with the known word that was probably meant.
func Strange(hello spec.Hello) []string { return strangeWords(hello) }

// Declarable are the words that a gate can declare: chapters of the law, fields in binds, and features.
func Declarable() (chapters, binds, can []string) {
	return slices.Clone(law.Chapters), slices.Clone(fields), slices.Clone(features)
}
