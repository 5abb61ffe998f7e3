package reference

import (
	"maps"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"sameact/spec"
)

// What a gate does in a story follows from its build and from what it is told. So another build does the same, to
// the letter, until the first time that one of its parts gives another answer than this one's.

// Watched is a gate of a build that tells, while it works, which of other builds might do otherwise, by their
// index. One that it doesn't tell of between the opening of one place and the next would have done the same
// there. It obeys like any gate of its build, and plays one story at a time. The functions of the others must
// leave the world alone.
func Watched(b Build, others []Build, tell func(other int)) spec.FolderTarget {
	w := &watch{tell: tell, told: map[int]bool{}, at: map[string][]other{}}
	b.watch = w
	parts := map[string]reflect.Value{}
	eachPart(reflect.ValueOf(&b).Elem(), "", func(v reflect.Value, path string) {
		if isChecks(v.Type()) { // the list may be another build's too
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		}
		parts[path] = v
	})
	slots := map[string]*slot{}
	for i := range others {
		w.differ(slots, parts, &others[i], i)
		w.rephrased(b.statements(), others[i].statements(), i)
	}
	for _, s := range slots {
		w.listen(s)
	}
	return New(b)
}

// A watch tells of other builds while a gate of this one works.
type watch struct {
	tell     func(int)
	anywhere []int              // that may do otherwise in whatever story
	at       map[string][]other // by a statement of this build, or by the path of a part: what others have in its stead

	mu   sync.Mutex
	told map[int]bool // since a place was opened
}

// An other is a build that has another text in the place of one of ours; "" is none.
type other struct {
	build int
	text  string
}

// A slot is one function of this build, and what others have in its stead.
type slot struct {
	here   reflect.Value
	others map[int]reflect.Value // invalid: its answer is the zero value
}

// opened begins a story.
func (w *watch) opened() {
	if w == nil {
		return
	}
	w.mu.Lock()
	clear(w.told)
	w.mu.Unlock()
	for _, i := range w.anywhere {
		w.departs(i)
	}
}

func (w *watch) departs(build int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.told[build] {
		w.told[build] = true
		w.tell(build)
	}
}

func (w *watch) departed(build int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.told[build]
}

// reached says that a part is looked at which is neither a function nor a statement: whatever others have there,
// they may do otherwise.
func (w *watch) reached(path string) {
	if w == nil {
		return
	}
	for _, o := range w.at[path] {
		w.departs(o.build)
	}
}

// differ finds the functions and texts in which another build differs from this one, part by part.
func (w *watch) differ(slots map[string]*slot, parts map[string]reflect.Value, b *Build, build int) {
	add := func(path string, here, there reflect.Value) {
		if slots[path] == nil {
			slots[path] = &slot{here, map[int]reflect.Value{}}
		}
		slots[path].others[build] = there
	}
	eachPart(reflect.ValueOf(b).Elem(), "", func(there reflect.Value, path string) {
		here := parts[path]
		switch {
		case there.Kind() == reflect.Func:
			switch {
			case sameFunc(there, here):
			case here.IsNil() && reachedByName[path]: // a gate that has none takes another way; it says when it comes by
				w.at[path] = append(w.at[path], other{build: build})
			case here.IsNil():
				w.anywhere = append(w.anywhere, build)
			default:
				add(path, here, there)
			}
		case there.Kind() == reflect.Map:
			for _, key := range append(there.MapKeys(), here.MapKeys()...) {
				if was, is := here.MapIndex(key), there.MapIndex(key); text(is) != text(was) {
					w.at[path+"["+key.String()+"]"] = append(w.at[path+"["+key.String()+"]"], other{build, text(is)})
				}
			}
		case isChecks(there.Type()):
			if !pairChecks(here, there, func(name string, a, b reflect.Value) { add(path+"."+name, a, b) }) {
				w.anywhere = append(w.anywhere, build)
			}
		case there.Type() == reflect.TypeFor[Guards](): // their SQL is in the statements
			if !sameCodes(here.Interface().(Guards), there.Interface().(Guards)) {
				w.anywhere = append(w.anywhere, build)
			}
		case reflect.DeepEqual(here.Interface(), there.Interface()):
		case reachedByName[path]:
			w.at[path] = append(w.at[path], other{build, there.String()})
		default:
			w.anywhere = append(w.anywhere, build)
		}
	})
}

// reachedByName are the parts that a gate says it has reached.
var reachedByName = map[string]bool{"Serves": true, "Named": true, "Wakes": true, "Standing": true, "Looks": true, "Sees": true, "Page.Stacked": true,
	"Permits": true, "Despite": true, "Page.Trusts": true, "Waits": true}

// pairChecks pairs the checks of one name of two lists that differ. It is false where the second has others than
// the first, or in another order, or refuses with other words.
func pairChecks(here, there reflect.Value, pair func(name string, a, b reflect.Value)) bool {
	next := 0
	for i := range here.Len() {
		a, name := here.Index(i), here.Index(i).FieldByName("Name").String()
		if next == there.Len() || there.Index(next).FieldByName("Name").String() != name {
			pair(name, a.FieldByName("Fails"), reflect.Value{}) // what is not asked doesn't fail
			continue
		}
		b := there.Index(next)
		next++
		for f := range a.NumField() {
			switch x, y := a.Field(f), b.Field(f); {
			case x.Kind() != reflect.Func && !x.Equal(y):
				return false
			case x.Kind() == reflect.Func && !sameFunc(x, y):
				pair(name, x, y)
			}
		}
	}
	return next == there.Len()
}

// listen puts the question to the others too whenever a function of this build is called.
func (w *watch) listen(s *slot) {
	of, others := s.here.Type(), maps.Clone(s.others)
	was := reflect.ValueOf(s.here.Interface())
	s.here.Set(reflect.MakeFunc(of, func(args []reflect.Value) []reflect.Value {
		var odd []int
		answers := map[int][]reflect.Value{}
		for build, f := range others {
			if !w.departed(build) {
				answers[build] = answer(f, of, args)
			}
		}
		own := answer(was, of, args)
		for build, a := range answers {
			for i := range own {
				if a == nil || !reflect.DeepEqual(own[i].Interface(), a[i].Interface()) {
					odd = append(odd, build)
					break
				}
			}
		}
		for _, build := range odd {
			w.departs(build)
		}
		return own
	}))
}

// answer calls a function with copies, which it may change. One that is not there answers with zero values.
func answer(f reflect.Value, of reflect.Type, args []reflect.Value) []reflect.Value {
	if f.IsValid() {
		own := make([]reflect.Value, len(args))
		for i, a := range args {
			own[i] = detached(a)
		}
		return f.Call(own)
	}
	out := make([]reflect.Value, of.NumOut())
	for i := range out {
		out[i] = reflect.Zero(of.Out(i))
	}
	return out
}

// detached is a copy that shares nothing with a value that a function of a build would change in place: slices and
// what pointers point at, worlds excepted, which are everybody's.
func detached(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*spec.World]() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(detached(v.Elem()))
		return p
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			s.Index(i).Set(detached(v.Index(i)))
		}
		return s
	case reflect.Struct:
		s := reflect.New(v.Type()).Elem()
		s.Set(v)
		for i := range s.NumField() {
			if f := s.Field(i); f.CanSet() && f.Kind() != reflect.String {
				f.Set(detached(f))
			}
		}
		return s
	}
	return v
}

// eachPart visits what a build is made of. Of what is embedded the path leaves out the name.
func eachPart(v reflect.Value, path string, visit func(v reflect.Value, path string)) {
	for i := range v.NumField() {
		f, of := v.Field(i), v.Type().Field(i)
		name := path
		if !of.Anonymous {
			name = strings.TrimPrefix(path+"."+of.Name, ".")
		}
		switch {
		case !of.IsExported() || name == "Name": // what it is called decides nothing
		case f.Kind() == reflect.Struct:
			eachPart(f, name, visit)
		default:
			visit(f, name)
		}
	}
}

func isChecks(t reflect.Type) bool {
	return t == reflect.TypeFor[Checks]() || t == reflect.TypeFor[PageChecks]()
}

// sameCodes reports whether guards of one name refuse with one code.
func sameCodes(a, b Guards) bool {
	for _, g := range a {
		if i := indexOf(b, g.Name); i >= 0 && b[i].Code != g.Code {
			return false
		}
	}
	return true
}

// sameFunc reports whether two function values are one: the same code over the same captured variables, which the
// language doesn't compare. Both are fields of a build that can be addressed.
func sameFunc(a, b reflect.Value) bool {
	return *(*unsafe.Pointer)(a.Addr().UnsafePointer()) == *(*unsafe.Pointer)(b.Addr().UnsafePointer())
}

func text(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	return v.String()
}
