package reference

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is one value of the arguments while they are made fit to be shown. What masking decided
// stands on it; the preview and the full view are both drawn from the same tree.
type node struct {
	kind  jsontext.Kind
	text  string  // of a string its code points; of another plain value its token
	names []label // of an object, one a child
	list  []*node

	hidden hiding
	marks  []string // kinds of what is unusual in the text
	alike  int      // of an object: how many of its names read like another of them
	code   string   // short code of the whole; made when it is first asked for
}

// A label is a member's name.
type label struct {
	text   string
	hidden hiding
	marks  []string
}

// hiding is how much of a text was masked.
type hiding byte

const (
	nothing hiding = iota
	partly
	wholly
)

// parse reads JSON into a tree. It fails only on what Canonical would never give.
func parse(text []byte) (*node, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	return parseValue(d)
}

func parseValue(d *jsontext.Decoder) (*node, error) {
	switch n := (&node{kind: d.PeekKind()}); n.kind {
	case '{', '[':
		return n, parseMembers(d, n)
	case '"':
		t, err := d.ReadToken()
		n.text = t.String()
		return n, err
	default:
		v, err := d.ReadValue()
		n.text = string(v)
		return n, err
	}
}

func parseMembers(d *jsontext.Decoder, n *node) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for k := d.PeekKind(); k != '}' && k != ']'; k = d.PeekKind() {
		if n.kind == '{' {
			t, err := d.ReadToken()
			if err != nil {
				return err
			}
			n.names = append(n.names, label{text: t.String()})
		}
		child, err := parseValue(d)
		if err != nil {
			return err
		}
		n.list = append(n.list, child)
	}
	_, err := d.ReadToken()
	return err
}

// isText reports whether a node is a string.
func (n *node) isText() bool { return n.kind == '"' }
