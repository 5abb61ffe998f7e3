package target

import (
	"context"
	"fmt"
	"io"
	"strings"

	"sameact/impl/null"
	"sameact/impl/remote"
)

// An Exit is a program that ends with a code of its own, as some null gates do.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Serve puts a built-in target behind the adapter protocol until the input ends. A text that names no
// target is an *Unknown, and so is one that is a program already.
func Serve(name string, in io.Reader, out io.Writer) error {
	if strings.HasPrefix(name, "exec:") || IsAdapter(name) {
		return &Unknown{name, "a program speaks for itself", "probe run " + name}
	}
	if slug, ok := strings.CutPrefix(name, "null:"); ok {
		if g, ok := null.Find(slug); ok && g.Target == nil {
			if code := g.Process.Serve(in, out); code != 0 {
				return Exit(code)
			}
			return nil
		}
	}
	t, err := builtIn(name, 0)
	if err != nil {
		return err
	}
	defer t.Close()
	return remote.Serve(context.Background(), t, in, out)
}
