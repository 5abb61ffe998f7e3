package reference

import "strings"

// Masking comes before anything is cut or escaped: a secret that is cut at the limit would show its
// head and match no rule any more. A masked value tells neither its length nor a hash.

// Placeholder stands for whatever is masked. Data may spell the same; only a mark says that a value
// was masked.
const Placeholder = "[masked]"

// A masker decides what of a tree is a secret.
type masker struct {
	name func(string) bool   // whether a member's value is one
	text func(string) string // masks what is one inside a text
}

// mask masks below a node. place is the name under which the node stands, inList whether it is a
// list's item: both say whether a list is read as a name and its value.
func (m masker) mask(n *node, place string, inList bool) {
	switch n.kind {
	case '"':
		n.text, n.hidden = m.inside(n.text)
	case '{':
		m.members(n)
	case '[':
		m.items(n, inList || pairPlaces[lastWord(place)])
	}
}

func (m masker) inside(text string) (string, hiding) {
	if m.text == nil {
		return text, nothing
	}
	switch masked := m.text(text); masked {
	case text:
		return text, nothing
	case Placeholder:
		return masked, wholly
	default:
		return masked, partly
	}
}

func (m masker) secret(name string) bool { return m.name != nil && m.name(name) }

func (m masker) members(n *node) {
	said := m.says(n)
	for i, child := range n.list {
		name := &n.names[i]
		if m.secret(name.text) || said && valueNames[strings.ToLower(name.text)] {
			child.hide()
		} else {
			m.mask(child, name.text, false)
		}
		name.text, name.hidden = m.inside(name.text)
	}
}

// says reports whether an object names a secret in one member to give it in another:
// {"name":"Authorization","value":…}.
func (m masker) says(n *node) bool {
	for i, child := range n.list {
		if child.isText() && nameNames[strings.ToLower(n.names[i].text)] && m.secret(child.text) {
			return true
		}
	}
	return false
}

var (
	nameNames  = nouns(`name key header field param parameter variable`)
	valueNames = nouns(`value val values content default`)
	pairPlaces = nouns(`header headers param params parameter parameters pair pairs env cookies`)
)

// items masks a list. What comes after an option that names a secret is one (--password x), and so is
// the second of a pair whose first names one.
func (m masker) items(n *node, pairs bool) {
	if pairs && len(n.list) == 2 && n.list[0].isText() && m.secret(n.list[0].text) {
		n.list[1].hide()
		m.mask(n.list[0], "", true)
		return
	}
	after := false
	for _, child := range n.list {
		option := child.isText() && strings.HasPrefix(child.text, "-") && !strings.ContainsAny(child.text, "= :") && m.secret(child.text)
		if after && !option {
			child.hide()
		} else {
			m.mask(child, "", true)
		}
		after = option
	}
}

// hide masks all of a node.
func (n *node) hide() { *n = node{kind: '"', text: Placeholder, hidden: wholly} }

func lastWord(name string) string {
	words := wordsOf(name)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
