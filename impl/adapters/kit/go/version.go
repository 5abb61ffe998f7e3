package kit

import (
	"runtime/debug"
	"strings"
)

// Version is the version of a module that is built into the program, so that what is told is what is judged. It panics
// where the module is not built in.
func Version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		panic("kit: the program does not say what is built into it; hint: go build with modules")
	}
	v := versionIn(info, module)
	if v == "" {
		panic("kit: no module " + module + " is built in; hint: its path as go.mod has it")
	}
	return v
}

// versionIn is the version of a module in a program's build information: that of what replaces it, where something does.
// A folder has no version, and is told as it is written. "" says that the module is not there.
func versionIn(info *debug.BuildInfo, module string) string {
	for _, m := range info.Deps {
		if m.Path != module {
			continue
		}
		for m.Replace != nil {
			m = m.Replace
		}
		if m.Version == "" {
			return m.Path
		}
		return strings.TrimPrefix(m.Version, "v")
	}
	return ""
}
