package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sameact/internal/command"
	"sameact/spec"
)

// largest is how much a case file may hold.
const largest = 16 << 20

// readFile reads a file, or standard input where the path is -.
func readFile(c *console, path string) ([]byte, error) {
	var text []byte
	var err error
	if path == "-" {
		text, err = io.ReadAll(io.LimitReader(c.in, largest))
	} else {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, command.Usage("%w; hint: a .case file, or - for standard input", err)
	}
	return text, nil
}

// readCase reads a case from a file.
func readCase(c *console, path string) (spec.Case, error) {
	text, err := readFile(c, path)
	if err != nil {
		return spec.Case{}, err
	}
	return parseCase(path, text)
}

// parseCase reads a case. Its errors say which file, line and key.
func parseCase(path string, text []byte) (spec.Case, error) {
	k, err := spec.ParseCase(strings.TrimSuffix(filepath.Base(path), ".case"), string(text))
	var at *spec.NotationError
	if errors.As(err, &at) {
		where := fmt.Sprintf("%s:%d", path, at.Line)
		if at.Key != "" {
			where += ": " + at.Key
		}
		return k, command.Usage("%s: %w", where, at.Err)
	}
	if err != nil {
		return k, command.Usage("%s: %w", path, err)
	}
	return k, check("clause", k.About, clauseSlugs())
}
