package systems

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sameact/internal/adapter"
)

// oldestNode is the first version of Node that the adapters run on.
const oldestNode = 20

// Install runs a manifest's command lines in its folder, one after the other, each at most for the limit, and says what it does.
// What is installed as the lock file has it is left alone, unless again is set.
func Install(m *adapter.Manifest, again bool, limit time.Duration, out io.Writer) error {
	for _, need := range m.Needs {
		if err := present(need); err != nil {
			return err
		}
	}
	if !again && upToDate(m) {
		fmt.Fprintf(out, "%s: installed already\n", m.Name)
		return nil
	}
	for _, line := range m.Install {
		fmt.Fprintf(out, "%s: %s\n", m.Name, strings.Join(line, " "))
		if err := runIn(m.Dir, line, limit); err != nil {
			return err
		}
	}
	if what, _ := m.Missing(); what != "" {
		return fmt.Errorf("after its command lines: %s; hint: see install and installed in %s", what, filepath.Join(m.Dir, adapter.File))
	}
	return nil
}

// present says how to get a program that is missing or too old.
func present(need string) error {
	path, err := exec.LookPath(need)
	if err != nil {
		return fmt.Errorf("%s is not there; hint: %s", need, adapter.HowToGet(need))
	}
	if need != "node" {
		return nil
	}
	told, err := exec.Command(path, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", path, err)
	}
	version := strings.TrimSpace(string(told))
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < oldestNode {
		return fmt.Errorf("node is %s, and %d or newer is needed; hint: %s", version, oldestNode, adapter.HowToGet(need))
	}
	return nil
}

// upToDate reports whether what the lock files say is there. Programs that are built are built again: that is quick where
// nothing was changed.
func upToDate(m *adapter.Manifest) bool {
	if what, _ := m.Missing(); what != "" || m.Install[0][0] != "npm" {
		return false
	}
	locks, err := lockFiles(m.Dir)
	if err != nil || len(locks) == 0 {
		return false
	}
	for _, l := range locks {
		lock, err1 := os.Stat(l)
		done, err2 := os.Stat(filepath.Join(filepath.Dir(l), "node_modules", ".package-lock.json"))
		if err1 != nil || err2 != nil || done.ModTime().Before(lock.ModTime()) {
			return false
		}
	}
	return true
}

// lockFiles are the lock files of npm in a folder and below it.
func lockFiles(dir string) (out []string, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return fs.SkipDir
		case d.Name() == "package-lock.json":
			out = append(out, p)
		}
		return nil
	})
	return out, err
}

// runIn runs a command line in a folder. The error holds the end of what it said.
func runIn(dir string, line []string, limit time.Duration) error {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s: not done within %v; hint: --limit %v", strings.Join(line, " "), limit, 2*limit)
	}
	return fmt.Errorf("%s: %w\n%s", strings.Join(line, " "), err, tail(said.String(), 20))
}

// tail is the last lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
