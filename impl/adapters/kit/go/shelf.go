package kit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
)

// A Shelf is a folder where a client of a system keeps what it holds, a record a file. A record is replaced as a
// whole, and what Put has returned from is there for every process. Any text is a name.
type Shelf string

func (s Shelf) file(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(string(s), hex.EncodeToString(sum[:])+".json")
}

// Put lays a record down.
func (s Shelf) Put(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(s), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(string(s), "new-*")
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), s.file(name))
}

// Get reads a record and reports whether there is one.
func (s Shelf) Get(name string, v any) bool {
	b, err := os.ReadFile(s.file(name))
	return err == nil && json.Unmarshal(b, v) == nil
}

// A Store keeps bytes by name in a folder, in the form in which many frameworks want their store.
type Store struct{ Shelf Shelf }

// Get finds what was set.
func (s Store) Get(_ context.Context, name string) (b []byte, ok bool, err error) {
	ok = s.Shelf.Get(name, &b)
	return b, ok, nil
}

// Set replaces what is kept under a name.
func (s Store) Set(_ context.Context, name string, b []byte) error { return s.Shelf.Put(name, b) }
