package reference

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// DefaultPatience is how long a process waits for another that writes. It is far more than the turns of several
// processes take, and short enough that whoever holds the store too long is told of soon.
const DefaultPatience = 250 * time.Millisecond

// openFolder opens the store of a folder, which survives the process and the machine. It is made where the folder
// may be new and holds none; one that was there once is never made again.
func (t *target) openFolder(dir string, mayBeNew bool) (*store, error) {
	s, err := t.build.openFile(filepath.Join(dir, "gate.db"), mayBeNew)
	var f *StoreFault
	if !errors.As(err, &f) {
		return s, err
	}
	f.Starting = true
	t.build.watch.reached("Despite")
	if t.build.Despite != nil && t.build.Despite(f) {
		return without(f), nil
	}
	return nil, err
}

func (b *Build) openFile(path string, mayBeNew bool) (*store, error) {
	found, err := holdsStore(path, mayBeNew)
	if err == nil && !found {
		err = makeStore(path)
	}
	if err != nil {
		return nil, err
	}
	patience := b.Patience
	if patience <= 0 {
		patience = DefaultPatience
	}
	s, err := openStore(fmt.Sprintf("file:%s?mode=rw&_txlock=immediate&_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)",
		(&url.URL{Path: path}).EscapedPath(), patience.Milliseconds()), b.Knows)
	if err == nil {
		s.path = path
		err = s.check()
	}
	if err == nil && !b.Unwatched {
		s.file, err = os.Stat(path)
	}
	if err == nil {
		return s, nil
	}
	if s == nil {
		s = &store{path: path}
	}
	return nil, errors.Join(s.fault(err), s.close())
}

// holdsStore reports whether there is a store, and fails where there should be one: in a folder that is gone, where there
// was one before, or beside a journal that belonged to one.
func holdsStore(path string, mayBeNew bool) (found bool, err error) {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if err == nil {
			err = errors.New("it is not a folder")
		}
		return false, &StoreFault{Kind: Missing, Path: dir, Err: err}
	}
	_, err = os.Stat(path)
	switch {
	case err == nil:
		return true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	case !mayBeNew:
		return false, &StoreFault{Kind: Missing, Path: path}
	}
	for _, journal := range []string{"-wal", "-journal"} {
		if _, err := os.Stat(path + journal); err == nil {
			return false, &StoreFault{Kind: Missing, Path: path, Err: errors.New("only its journal is there")}
		}
	}
	return false, nil
}

// fresh is an empty store as a file holds it.
var fresh = sync.OnceValues(func() (file []byte, err error) {
	s, err := openMemory()
	if err != nil {
		return nil, err
	}
	defer s.close()
	err = s.conn.Raw(func(driver any) (err error) {
		file, err = driver.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	if err != nil {
		return nil, err
	}
	file[18], file[19] = 2, 2 // written and read through a write-ahead log (the file format's §1.3.3)
	return file, nil
})

// makeStore puts an empty store in its place as a whole, so that no process finds half of one, or the one that
// another has just made taken away. Where another was faster, that one counts.
func makeStore(path string) error {
	text, err := fresh()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "gate-*.new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// check reads through a store.
func (s *store) check() error {
	var verdict string
	if err := s.conn.QueryRowContext(context.Background(), sound).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return &StoreFault{Kind: Damaged, Path: s.path, Err: errors.New(verdict)}
	}
	return nil
}

// stands fails where the file that was opened is not the one that is there: what is written would be lost.
func (s *store) stands() error {
	if s.broken != nil {
		return s.broken
	}
	if s.file == nil {
		return nil
	}
	if is, err := os.Stat(s.path); err != nil || !os.SameFile(is, s.file) {
		return &StoreFault{Kind: Missing, Path: s.path, Err: err}
	}
	return nil
}
