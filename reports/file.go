package reports

import (
	"fmt"
	"os"
	"path/filepath"
)

// A File is a file that is either whole or not there: it is written beside its place and renamed
// when it is complete. Until Close the old contents, if any, stay as they were.
type File struct {
	path string
	tmp  *os.File
}

// Create opens a file beside path, so that a place that cannot be written is known before the work
// starts. The error says which path and what to do.
func Create(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: a folder; hint: name a file in it", path)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w; hint: name a file in a folder that exists and may be written", path, cause(err))
	}
	return &File{path, tmp}, nil
}

// cause is an error without the name of the temporary file, which tells a reader nothing.
func cause(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// Write appends to what will be the file.
func (f *File) Write(b []byte) (int, error) { return f.tmp.Write(b) }

// Discard forgets what was written. After Close, and of no file, it does nothing.
func (f *File) Discard() {
	if f == nil {
		return
	}
	f.tmp.Close()
	os.Remove(f.tmp.Name())
}

// Close puts the file in its place.
func (f *File) Close() error {
	err := f.tmp.Chmod(0o644)
	if e := f.tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.tmp.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.tmp.Name())
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}

// WriteFile writes a text beside its place and puts it there.
func WriteFile(path, text string) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write([]byte(text)); err != nil {
		f.Discard()
		return err
	}
	return f.Close()
}
