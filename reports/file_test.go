package reports

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.json")
	write := func(text string) *File {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(text))
		return f
	}
	if err := write("one").Close(); err != nil {
		t.Fatal(err)
	}
	f := write("half")
	if got, _ := os.ReadFile(path); string(got) != "one" {
		t.Errorf("while the second is written: %q", got)
	}
	f.Discard()
	if got, _ := os.ReadFile(path); string(got) != "one" {
		t.Errorf("after the second was discarded: %q", got)
	}
	if err := write("three").Close(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "three" {
		t.Errorf("after the third: %q", got)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAPlaceThatCannotBeWrittenIsToldAtOnce(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "no", "report.json"), dir} {
		if _, err := Create(path); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "hint:") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
