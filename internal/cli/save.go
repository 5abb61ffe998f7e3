package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"sameact/reports"
	"sameact/spec"
)

// canHold makes a folder for cases, and says now if nothing can be written there.
func canHold(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage("--save %s: %w; hint: name a folder that may be made", dir, err)
	}
	f, err := reports.Create(filepath.Join(dir, "try.case"))
	if err != nil {
		return usage("--save %s: %w", dir, err)
	}
	f.Discard()
	return nil
}

// save writes the smallest case of each finding, named by its clause and what happens in it, and
// says where.
func save(c *console, dir string, entries []reports.Entry) error {
	for _, e := range entries {
		if e.Finding == nil {
			continue
		}
		kase, err := spec.ParseCase("", e.Finding.Case)
		if err != nil {
			return fmt.Errorf("the case of %s: %w", e.Finding.Clause, err)
		}
		path := filepath.Join(dir, e.Finding.Clause+"."+caseName(kase)+".case")
		if err := writeFile(path, e.Finding.Case); err != nil {
			return err
		}
		fmt.Fprintln(c.err, "saved", path)
	}
	return nil
}

// writeFile writes a text beside its place and renames it.
func writeFile(path, text string) error {
	f, err := reports.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write([]byte(text)); err != nil {
		f.Discard()
		return err
	}
	return f.Close()
}
