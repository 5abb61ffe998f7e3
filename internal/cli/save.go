package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sameact/internal/command"
	"sameact/probes/order"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// canHold makes a folder for cases, and says now if nothing can be written there.
func canHold(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return command.Usage("--save %s: %w; hint: name a folder that may be made", dir, err)
	}
	f, err := reports.Create(filepath.Join(dir, "try.case"))
	if err != nil {
		return command.Usage("--save %s: %w", dir, err)
	}
	f.Discard()
	return nil
}

// save writes the smallest case of each finding, named by its clause and what happens in it, and says where. A
// finding about uses that overlapped gets a picture beside it, which its report then names. hello is what the
// gate declared.
func save(c *console, dir string, hello spec.Hello, entries []reports.Entry) error {
	for _, e := range entries {
		if e.Finding == nil {
			continue
		}
		kase, err := spec.ParseCase("", e.Finding.Case)
		if err != nil {
			return fmt.Errorf("the case of %s: %w", e.Finding.Clause, err)
		}
		path := filepath.Join(dir, e.Finding.Clause+"."+caseName(kase)+".case")
		if err := reports.WriteFile(path, e.Finding.Case); err != nil {
			return err
		}
		fmt.Fprintln(c.err, "saved", path)
		if !slices.Contains(drawn, e.Finding.Clause) {
			continue
		}
		if race, ok := order.At(kase.Lines, hello, e.Finding.Event); ok {
			e.Finding.Picture = strings.TrimSuffix(path, ".case") + ".html"
			if err := draw(e.Finding.Picture, race); err != nil {
				return err
			}
			fmt.Fprintln(c.err, "saved", e.Finding.Picture)
		}
	}
	return nil
}

// drawn are clauses that are broken by several uses together, which no single line shows.
var drawn = []string{"one-winner", "one-use-under-race", "orders-as-one"}

// draw writes a page that shows uses that overlapped, and how far any order explains them.
func draw(path string, race law.Race) error {
	var page strings.Builder
	if err := order.Picture(race, &page); err != nil {
		return err
	}
	return reports.WriteFile(path, page.String())
}
