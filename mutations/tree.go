package mutations

import (
	"strings"

	"sameact/spec"
)

// Arguments are edited as parsed values whose order and spelling are kept, so that one thing can change
// and everything else stays as written.

// What a preview cannot be expected to show: values under these names (as the last word), containers
// past this depth, elements past this index, text past this many code points.
var secretWords = []string{"password", "token", "authorization", "secret", "apikey", "api_key", "cookie", "credential"}

const (
	shownDepth = 8
	shownIndex = 50
	shownText  = 256
)

// A place is one value within the arguments.
type place struct {
	path   []int // indexes from the root
	value  spec.Value
	depth  int  // containers around it
	member bool // of an object, not of a list
	name   string
	masked bool // under a secret-named key
	deep   bool // below the shown depth
	far    bool // past the shown index
	holds  bool // something within it is hidden
}

// hidden places are those whose change a preview does not show.
func (p place) hidden() bool { return p.masked || p.deep || p.far }

// plain places are shown, and so is everything in them.
func plain(p place) bool {
	small := len(p.value.Text) < shownText && len(p.value.List) < shownIndex-1
	return small && !p.hidden() && !p.holds && p.depth < shownDepth-1
}

func isText(p place) bool   { return p.value.Kind == spec.Text }
func isNumber(p place) bool { return p.value.Kind == spec.Number }
func isList(p place) bool   { return p.value.Kind == spec.Array }
func isObject(p place) bool { return p.value.Kind == spec.Object }
func isLeaf(p place) bool   { return !isList(p) && !isObject(p) }
func anywhere(place) bool   { return true }

// both joins conditions.
func all(conditions ...func(place) bool) func(place) bool {
	return func(p place) bool {
		for _, c := range conditions {
			if !c(p) {
				return false
			}
		}
		return true
	}
}

func secretName(name string) bool {
	n := strings.ToLower(name)
	for _, w := range secretWords {
		if strings.HasSuffix(n, w) {
			return true
		}
	}
	return false
}

// placesIn lists a value and all below it, the outer first.
func placesIn(root spec.Value) []place {
	var out []place
	var visit func(p place) bool
	visit = func(p place) bool {
		at := len(out)
		out = append(out, p)
		holds := false
		for i, e := range p.value.List {
			kid := place{path: append(p.path[:len(p.path):len(p.path)], i), value: e, depth: p.depth + 1, masked: p.masked, far: p.far}
			if p.value.Kind == spec.Object {
				kid.member, kid.name = true, p.value.Names[i]
				kid.masked = p.masked || secretName(kid.name)
			} else {
				kid.far = p.far || i >= shownIndex
			}
			kid.deep = kid.depth > shownDepth
			holds = visit(kid) || holds
		}
		out[at].holds = holds
		return holds || p.hidden()
	}
	visit(place{value: root})
	return out
}

// copied is a value that shares nothing with the original. Object members found by position stay right;
// to compare it, read its source again.
func copied(v spec.Value) spec.Value {
	v.Names, v.RawNames = append([]string(nil), v.Names...), append([]string(nil), v.RawNames...)
	list := make([]spec.Value, len(v.List))
	for i, e := range v.List {
		list[i] = copied(e)
	}
	v.List = list
	return v
}

// at is the value at a path.
func at(v *spec.Value, path []int) *spec.Value {
	for _, i := range path {
		v = &v.List[i]
	}
	return v
}

// An edit changes one place of the arguments.
type edit struct {
	where  func(place) bool
	change func(*spec.Value, Pick) bool
	text   bool // the change lives only in text: JSON as a value would lose it
}

// edit does an edit at one of the places that admit it.
func (s *Scene) edit(pick Pick, e edit) bool {
	return s.present(pick, func(c *spec.Call, pick Pick) bool {
		root, ok := valueOf(c.Args)
		if !ok {
			return false
		}
		var paths [][]int
		for _, p := range placesIn(root) {
			if !e.where(p) {
				continue
			}
			if v := copied(p.value); e.change(&v, Simplest) {
				paths = append(paths, p.path)
			}
		}
		if len(paths) == 0 {
			return false
		}
		next := copied(root)
		if !e.change(at(&next, choose(pick, paths)), pick) {
			return false
		}
		source := next.Source()
		changed, err := spec.ParseValue(source)
		if err == nil && changed.Equal(root) == s.marking {
			return false
		}
		c.Args = written(source, e.text || c.ArgumentsText != nil)
		return true
	})
}

// rewrite changes the text of the arguments as a whole; what comes out travels as text.
func (s *Scene) rewrite(pick Pick, change func(string, Pick) string) bool {
	return s.present(pick, func(c *spec.Call, pick Pick) bool {
		was, ok := c.Args.Text()
		if _, reads := valueOf(c.Args); !ok || !reads {
			return false
		}
		is := change(was, pick)
		if is == was {
			return false
		}
		c.Args = spec.TextArgs(is)
		return true
	})
}

func written(source string, text bool) spec.Args {
	if text {
		return spec.TextArgs(source)
	}
	return spec.JSONArgs(source)
}

// valueOf reads arguments; not ok where they have no single meaning.
func valueOf(a spec.Args) (spec.Value, bool) {
	text, ok := a.Text()
	if !ok {
		return spec.Value{}, false
	}
	v, err := spec.ParseValue(text)
	return v, err == nil
}

// read is a value that stands in the program.
func read(source string) spec.Value {
	v, err := spec.ParseValue(source)
	if err != nil {
		panic(err)
	}
	return v
}

func textValue(s string) spec.Value { return spec.Value{Kind: spec.Text, Text: s, Raw: spec.Quote(s)} }

// insert puts a member at the end of an object; false where the name is there.
func insert(v *spec.Value, name string, member spec.Value) bool {
	if _, there := v.Member(name); there {
		return false
	}
	v.Names, v.RawNames, v.List = append(v.Names, name), append(v.RawNames, spec.Quote(name)), append(v.List, member)
	return true
}

// remove takes the i-th entry out of a container.
func remove(v *spec.Value, i int) {
	v.List = append(v.List[:i:i], v.List[i+1:]...)
	if v.Kind == spec.Object {
		v.Names, v.RawNames = append(v.Names[:i:i], v.Names[i+1:]...), append(v.RawNames[:i:i], v.RawNames[i+1:]...)
	}
}
