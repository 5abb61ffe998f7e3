package reference

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"sameact/spec"
)

// A drawing is one attempt at a preview, within one set of limits, or the full view without any.
type drawing struct {
	display Display
	limits  Limits
	marking bool
	text    []byte
	marks   []spec.Mark
}

func (d *drawing) mark(at, kind, note string) {
	if d.marking {
		d.marks = append(d.marks, spec.Mark{At: at, Kind: kind, Note: note})
	}
}

// size is how many bytes the drawing has, marks included.
func (d *drawing) size() int {
	marks, _ := json.Marshal(d.marks)
	return len(d.text) + len(marks)
}

func (d *drawing) value(at string, n *node, depth int) {
	switch n.kind {
	case '"':
		d.string(at, n)
	case '[':
		d.list(at, n, depth)
	case '{':
		d.object(at, n, depth)
	default:
		d.text = append(d.text, n.text...)
	}
}

func (d *drawing) string(at string, n *node) {
	switch n.hidden {
	case wholly:
		d.mark(at, Masked, "hidden")
	case partly:
		d.mark(at, Masked, "hidden in part")
	}
	shown, total := head(n.text, d.limits.Text)
	if len(shown) < len(n.text) {
		d.mark(at, Cut, fmt.Sprintf("shows %d of %d characters%s", d.limits.Text, total, d.whole(n)))
	}
	d.quote(at, shown, n.marks, "")
}

// quote writes a text, escaped, and marks what is unusual about it.
func (d *drawing) quote(at, text string, unusual []string, where string) {
	shown := d.escape(text)
	if shown != text {
		d.mark(at, Escaped, where)
	}
	for _, kind := range unusual {
		d.mark(at, kind, where)
	}
	d.text = appendVisible(d.text, shown)
}

// escape leaves the full view as it is: its bytes spell what is not seen, its values are exact.
func (d *drawing) escape(text string) string {
	if d.display.Escape == nil || !d.marking {
		return text
	}
	return d.display.Escape(text)
}

// head is the beginning of a text, at most limit code points long, and the length of the whole.
// Without a limit the length is not counted.
func head(s string, limit int) (beginning string, total int) {
	if limit == 0 || len(s) <= limit {
		return s, 0
	}
	if total = utf8.RuneCountInString(s); total <= limit {
		return s, total
	}
	for i := range s {
		if limit == 0 {
			return s[:i], total
		}
		limit--
	}
	return s, total
}

func (d *drawing) list(at string, n *node, depth int) {
	count, cut := d.count(n, d.limits.Items, depth)
	if cut {
		d.mark(at, Cut, fmt.Sprintf("shows %d of %d items%s", count, len(n.list), d.whole(n)))
	}
	d.text = append(d.text, '[')
	for i, child := range n.list[:count] {
		if i > 0 {
			d.text = append(d.text, ',')
		}
		d.value(d.below(at, strconv.Itoa(i)), child, depth+1)
	}
	d.text = append(d.text, ']')
}

// count is how many children of a container are shown: none below the deepest level.
func (d *drawing) count(n *node, limit, depth int) (count int, cut bool) {
	count = len(n.list)
	if limit > 0 {
		count = min(count, limit)
	}
	if d.limits.Depth > 0 && depth > d.limits.Depth {
		count = 0
	}
	return count, count < len(n.list)
}

func (d *drawing) object(at string, n *node, depth int) {
	count, cut := d.count(n, d.limits.Members, depth)
	if cut {
		d.mark(at, Cut, fmt.Sprintf("shows %d of %d members%s", count, len(n.list), d.whole(n)))
	}
	if n.alike > 0 {
		d.mark(at, confusableKeys, fmt.Sprintf("%d names read like another", n.alike))
	}
	names, changed := d.names(n.names[:count])
	if changed > 0 {
		d.mark(at, renamed, fmt.Sprintf("names not shown as they are: %d", changed))
	}
	d.text = append(d.text, '{')
	for i, child := range n.list[:count] {
		if i > 0 {
			d.text = append(d.text, ',')
		}
		place := d.below(at, names[i])
		d.name(place, &n.names[i], names[i])
		d.text = append(d.text, ':')
		d.value(place, child, depth+1)
	}
	d.text = append(d.text, '}')
}

// below is the pointer of a child. The full view has no marks and needs none.
func (d *drawing) below(at, token string) string {
	if !d.marking {
		return ""
	}
	return at + "/" + spec.PointerToken(token)
}

const inName = "in the name"

func (d *drawing) name(at string, name *label, shown string) {
	d.text = appendVisible(d.text, shown)
	if name.hidden != nothing {
		d.mark(at, renamed, "a secret in the name is hidden")
	}
	beginning, total := head(name.text, d.limits.Name)
	if len(beginning) < len(name.text) {
		d.mark(at, Cut, fmt.Sprintf("shows %d of %d characters of the name%s", d.limits.Name, total, d.code(name.text)))
	}
	escaped := d.escape(beginning)
	if escaped != beginning {
		d.mark(at, Escaped, inName)
	}
	if shown != escaped {
		d.mark(at, renamed, "what follows ~ tells the name from another")
	}
	for _, kind := range name.marks {
		d.mark(at, kind, inName)
	}
}

// names are the names of an object's members as shown, and how many are not shown as they are. Such a
// one gives way to any other that reads the same: no two members of what is shown have one name.
func (d *drawing) names(names []label) (shown []string, changed int) {
	shown = make([]string, len(names))
	exact := func(i int) bool { return names[i].hidden == nothing && shown[i] == names[i].text }
	for i := range names {
		beginning, _ := head(names[i].text, d.limits.Name)
		if shown[i] = d.escape(beginning); !exact(i) {
			changed++
		}
	}
	if changed == 0 {
		return shown, 0
	}
	taken := map[string]bool{}
	for i := range names {
		if exact(i) {
			taken[shown[i]] = true
		}
	}
	for i := range names {
		if exact(i) {
			continue
		}
		free := shown[i]
		for n := 2; taken[free]; n++ {
			free = shown[i] + "~" + strconv.Itoa(n)
		}
		shown[i], taken[free] = free, true
	}
	return shown, changed
}

// whole is the short code of a node that is not shown whole, as part of a note.
func (d *drawing) whole(n *node) string {
	if len(d.display.Key) == 0 || !d.marking {
		return ""
	}
	if n.code == "" {
		all := drawing{}
		all.value("", n, 1)
		n.code = d.code(string(all.text))
	}
	return n.code
}

// code is "; code " and 32 bits of a keyed hash. Secrets are masked in what it is made of.
func (d *drawing) code(text string) string {
	if len(d.display.Key) == 0 {
		return ""
	}
	h := hmac.New(sha256.New, d.display.Key)
	h.Write([]byte(text))
	return "; code " + hex.EncodeToString(h.Sum(nil)[:4])
}
