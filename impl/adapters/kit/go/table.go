package kit

import "sync"

// A Table keeps values by name, for requests that overlap. The zero Table is empty.
type Table[V any] struct{ m sync.Map }

// Put lays a value down.
func (t *Table[V]) Put(name string, v V) { t.m.Store(name, v) }

// Get finds a value.
func (t *Table[V]) Get(name string) (v V, ok bool) {
	found, ok := t.m.Load(name)
	if ok {
		v = found.(V)
	}
	return v, ok
}

// Take finds a value and takes it out: of several takers one finds it.
func (t *Table[V]) Take(name string) (v V, ok bool) {
	found, ok := t.m.LoadAndDelete(name)
	if ok {
		v = found.(V)
	}
	return v, ok
}
