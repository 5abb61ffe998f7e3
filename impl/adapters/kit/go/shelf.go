package kit

import (
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
