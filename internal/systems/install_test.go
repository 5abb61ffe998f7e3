package systems

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWhatInstallingSays(t *testing.T) {
	for _, row := range []struct {
		edit   func(map[string]any)
		code   int
		says   string
		reason string
	}{
		{func(m map[string]any) {}, 0, "small: go version", "it is done"},
		{func(m map[string]any) { m["install"] = [][]string{{"go", "no-such-command"}} }, 3, "unknown command", "a command that fails says why"},
		{func(m map[string]any) { m["installed"] = []string{"bin/adapter"} }, 3, "there is no bin/adapter", "what was promised is not there"},
		{func(m map[string]any) { m["ci"] = false }, 0, "", "not judged whenever a change is taken"},
	} {
		top, _ := checkout(t, row.edit)
		var out, errs strings.Builder
		if code := in(t, top, &out, &errs, "install", "--ci"); code != row.code || !strings.Contains(out.String()+errs.String(), row.says) || (out.String() == "") != (row.says == "") {
			t.Errorf("%s: exit %d\n%s%s", row.reason, code, out.String(), errs.String())
		}
	}
}

func TestACommandLineHasALimit(t *testing.T) {
	if err := runIn(t.TempDir(), []string{"go", "version"}, time.Nanosecond); err == nil || !strings.Contains(err.Error(), "hint: --limit 2ns") {
		t.Error(err)
	}
}

func TestWhatIsInstalledIsLeftAlone(t *testing.T) {
	_, m := checkout(t, func(m map[string]any) { m["install"] = [][]string{{"npm", "ci"}} })
	if upToDate(m) {
		t.Error("there is no lock file, and it is taken for installed")
	}
	lock, done := filepath.Join(m.Dir, "package-lock.json"), filepath.Join(m.Dir, "node_modules", ".package-lock.json")
	for _, path := range []string{lock, done} {
		if err := save(path, "{}"); err != nil {
			t.Fatal(err)
		}
	}
	if below := filepath.Join(m.Dir, "old", "package-lock.json"); save(below, "{}") != nil || upToDate(m) || os.Remove(below) != nil {
		t.Error("what a second lock file has is not there, and it is taken for installed")
	}
	now := time.Now()
	for _, row := range []struct {
		lock   time.Time
		want   bool
		reason string
	}{
		{now.Add(-time.Hour), true, "installed after the lock file was written"},
		{now.Add(time.Hour), false, "the lock file is newer"},
	} {
		if err := os.Chtimes(lock, row.lock, row.lock); err != nil {
			t.Fatal(err)
		}
		if upToDate(m) != row.want {
			t.Error(row.reason)
		}
	}
}
