package kit

import (
	"runtime/debug"
	"testing"
)

func TestVersionsOfModules(t *testing.T) {
	info := &debug.BuildInfo{Deps: []*debug.Module{
		{Path: "x.example/plain", Version: "v1.2.3"},
		{Path: "x.example/plain/v2", Version: "v2.0.0"},
		{Path: "x.example/forked", Version: "v1.2.3", Replace: &debug.Module{Path: "y.example/fork", Version: "v1.2.4"}},
		{Path: "x.example/local", Version: "v1.2.3", Replace: &debug.Module{Path: "../local"}},
		{Path: "x.example/commit", Version: "v0.0.0-20260101000000-0123456789ab"},
	}}
	for _, row := range []struct{ module, version, reason string }{
		{"x.example/plain", "1.2.3", "as it is pinned, without the v"},
		{"x.example/plain/v2", "2.0.0", "another major version is another module"},
		{"x.example/forked", "1.2.4", "what is built in is the fork"},
		{"x.example/local", "../local", "a folder is no version, and matches none"},
		{"x.example/commit", "0.0.0-20260101000000-0123456789ab", "a commit"},
		{"x.example/absent", "", "a module that is not there"},
	} {
		if v := versionIn(info, row.module); v != row.version {
			t.Errorf("%s: %q", row.reason, v)
		}
	}
}

// A module that is not built in is a mistake in the program, told at once.
func TestNoVersionOfWhatIsNotThere(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it has a version")
		}
	}()
	Version("x.example/absent")
}
