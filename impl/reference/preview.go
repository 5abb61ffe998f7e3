package reference

import (
	"encoding/json"

	"sameact/spec"
)

// What a person sees of arguments: the same values in the same places, with secrets masked first, then
// cut to a size that can be read, then escaped. Whatever is not shown as it is has a mark outside the
// data, so no data can pass for a mark. A preview is made of the canonical bytes and binds nothing.

// MaxPreviewBytes holds the preview and its marks together, for any arguments that Canonical gives.
const MaxPreviewBytes = 16 << 10

// A Previewed is what a person sees of arguments. Marks name places of Preview by JSON pointer
// (RFC 6901), with names as Preview shows them. Full is uncut and exact but for the same masks; its
// bytes spell what would not be seen as JSON escapes.
type Previewed struct {
	Preview json.RawMessage
	Full    json.RawMessage
	Marks   []spec.Mark
}

// Limits say how much is shown; past them a mark says how much there is.
type Limits struct {
	Text    int // code points of a text
	Items   int // of a list
	Members int // of an object
	Name    int // code points of a member's name
	Depth   int // containers in each other
}

// A Display is how arguments are shown. The zero value hides nothing and limits nothing.
type Display struct {
	Secret func(name string) bool   // whether a member's value is a secret
	Leak   func(text string) string // masks secrets inside a text
	Escape func(text string) string // shows what would not be seen
	Limits []Limits                 // from wide to narrow: the first that fits is taken
	Key    []byte                   // for short codes of what is cut; empty: none are shown
}

// Honest is the display of the reference gate. With a key, such as the question's own address, whatever
// is cut has a short code of the whole, so that two bodies with one beginning differ on the screen.
func Honest(key []byte) Display {
	return Display{Secret: SecretName, Leak: MaskText, Escape: escape, Limits: limits, Key: key}
}

// limits begin with what is shown whole of ordinary arguments. The narrowest keeps any arguments within
// MaxPreviewBytes.
var limits = []Limits{
	{Text: 240, Items: 40, Members: 100, Name: 120, Depth: 6},
	{Text: 120, Items: 40, Members: 50, Name: 80, Depth: 6},
	{Text: 60, Items: 20, Members: 25, Name: 60, Depth: 6},
	{Text: 30, Items: 10, Members: 15, Name: 30, Depth: 5},
	{Text: 16, Items: 5, Members: 8, Name: 16, Depth: 3},
	{Text: 12, Items: 4, Members: 6, Name: 12, Depth: 2},
	{Text: 8, Items: 3, Members: 3, Name: 8, Depth: 1},
}

// Preview shows canonical arguments without a key.
func Preview(canonical []byte) Previewed { return Honest(nil).Preview(canonical) }

// Preview shows canonical arguments. Bytes that are no JSON are not shown at all.
func (d Display) Preview(canonical []byte) Previewed {
	tree, err := parse(canonical)
	if err != nil {
		nothing := json.RawMessage(`{}`)
		return Previewed{nothing, nothing, []spec.Mark{{At: "", Kind: Cut, Note: "not readable"}}}
	}
	m := masker{name: d.Secret, text: d.Leak}
	m.mask(tree, "", false)
	tree.look()
	full := drawing{display: d}
	full.value("", tree, 1)
	shown := d.fitting(tree)
	return Previewed{shown.text, full.text, shown.marks}
}

// fitting draws within the widest limits that keep to MaxPreviewBytes.
func (d Display) fitting(tree *node) (shown drawing) {
	if len(d.Limits) == 0 {
		d.Limits = []Limits{{}}
	}
	for _, l := range d.Limits {
		shown = drawing{display: d, limits: l, marking: true}
		if shown.value("", tree, 1); shown.size() <= MaxPreviewBytes {
			break
		}
	}
	return shown
}

// look notes what is unusual in a tree.
func (n *node) look() {
	if n.isText() && n.hidden != wholly {
		n.marks = unusual(n.text)
	}
	n.alike = alike(n.names)
	for i := range n.names {
		n.names[i].marks = unusual(n.names[i].text)
	}
	for _, child := range n.list {
		child.look()
	}
}
