package probes

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// This file opens the database files of a gate as a stranger does, SQLite's only: no other kind has a form that
// everybody knows. A file that is no database is locked and protected as the system does it.

// isDatabase reports whether a file is a SQLite database (its file format, §1.3.1).
func isDatabase(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 16)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("SQLite format 3\x00"))
}

// openDatabase opens a database that is there. It waits a second for a process that writes.
func openDatabase(file string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=rw&_pragma=busy_timeout(1000)")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// hold takes every file as somebody else would who works on it, and lets none go.
func hold(_ string, files []string) (release []func() error, err error) {
	databases := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !isDatabase(f) })
	for _, f := range files {
		var free func() error
		var err error
		if slices.Contains(databases, f) {
			free, err = holdDatabase(f)
		} else if !beside(databases, f) {
			free, err = lockFile(f)
		}
		if err != nil {
			return release, errors.Join(errNotHere, err) // a process of the gate holds it all the time
		}
		if free != nil {
			release = append(release, free)
		}
	}
	return release, nil
}

// beside reports whether a file belongs to a database.
func beside(databases []string, file string) bool {
	return slices.ContainsFunc(databases, func(d string) bool { return strings.HasPrefix(file, d+"-") })
}

func holdDatabase(file string) (release func() error, err error) {
	db, err := openDatabase(file)
	if err != nil {
		return nil, err
	}
	c, err := db.Conn(context.Background())
	if err == nil {
		_, err = c.ExecContext(context.Background(), `BEGIN EXCLUSIVE`)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return func() error {
		_, err := c.ExecContext(context.Background(), `ROLLBACK`)
		return errors.Join(err, c.Close(), db.Close())
	}, nil
}

// protect lets nothing be written any more. SQLite only reads a database whose header names a format for writing that
// it does not know, whoever runs it; modes of files say nothing to root.
func protect(dir string, files []string) (undo []func() error, err error) {
	for _, f := range files {
		if !isDatabase(f) {
			continue
		}
		thaw, err := freeze(f)
		if err != nil {
			return undo, err
		}
		undo = append(undo, thaw)
	}
	if len(undo) > 0 {
		return undo, nil
	}
	return protectFiles(dir, files)
}

// freeze sets the format for writing (byte 18). What processes remember of the header is made stale first.
func freeze(file string) (thaw func() error, err error) {
	db, err := openDatabase(file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var version int
	if err = db.QueryRow(`PRAGMA user_version`).Scan(&version); err == nil {
		_, err = db.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, version))
	}
	if err = errors.Join(err, checkpoint(db), db.Close()); err != nil {
		return nil, errors.Join(errNotHere, err)
	}
	was, err := writeFormat(file, 255)
	return func() error { _, err := writeFormat(file, was); return err }, err
}

func writeFormat(file string, format byte) (was byte, err error) {
	const at = 18
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	b := make([]byte, 1)
	if _, err = f.ReadAt(b, at); err == nil {
		_, err = f.WriteAt([]byte{format}, at)
	}
	return b[0], errors.Join(err, f.Close())
}

// checkpoint takes a database's log into it.
func checkpoint(db *sql.DB) error {
	var held, pages, moved int
	if err := db.QueryRow(`PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&held, &pages, &moved); err != nil {
		return err
	}
	if held != 0 {
		return errors.New("a process reads it all the time")
	}
	return nil
}

// mergeLog takes a database's log or journal into it. Nobody else uses it.
func mergeLog(file string) error {
	db, err := openDatabase(file)
	if err != nil {
		return err
	}
	return errors.Join(checkpoint(db), db.Close())
}

// raiseVersion gives a database the version after its own, and reports false where it has none: then nobody looks.
func raiseVersion(file string) (raised bool, err error) {
	db, err := openDatabase(file)
	if err != nil {
		return false, err
	}
	defer db.Close()
	var version int
	if err := db.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil || version == 0 {
		return false, err
	}
	_, err = db.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, version+1))
	return true, errors.Join(err, checkpoint(db), db.Close())
}

// protectFiles takes the right to write from files and folders. It does nothing where that right is not asked for.
func protectFiles(dir string, files []string) (undo []func() error, err error) {
	for _, path := range append(slices.Clone(files), dir) {
		info, err := os.Stat(path)
		if err != nil {
			return undo, err
		}
		if err := os.Chmod(path, info.Mode().Perm()&^0o222); err != nil {
			return undo, err
		}
		undo = append(undo, func() error { return os.Chmod(path, info.Mode().Perm()) })
	}
	for _, path := range files {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			return undo, errors.Join(errNotHere, f.Close())
		}
	}
	if len(files) == 0 {
		return undo, errNotHere
	}
	return undo, nil
}
