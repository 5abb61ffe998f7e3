package adapter

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// in is the place of a member or an element below another place.
func in(at jsontext.Pointer, below ...any) jsontext.Pointer {
	for _, b := range below {
		at = at.AppendToken(fmt.Sprint(b))
	}
	return at
}

// place spells a pointer as people write it: variants[1].chapters.
func place(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		switch {
		case strings.Trim(token, "0123456789") == "" && token != "":
			fmt.Fprintf(&b, "[%s]", token)
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	if b.Len() == 0 {
		return "the manifest"
	}
	return b.String()
}

// where is the line of a place as it goes before a message: ":12". Of a member that is not there it is the line of what lacks
// it, and nothing where that is the whole manifest.
func where(text []byte, p jsontext.Pointer) string {
	for ; p != ""; p = p.Parent() {
		if line := lineOfPlace(text, p); line > 0 {
			return fmt.Sprintf(":%d", line)
		}
	}
	return ""
}

// lineOfPlace is the line on which a place begins, 0 where there is none.
func lineOfPlace(text []byte, p jsontext.Pointer) int {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.ReadToken(); err != nil {
			return 0
		}
		if d.StackPointer() == p {
			return lineOf(text, d.InputOffset())
		}
	}
}

func lineOf(text []byte, offset int64) int {
	return 1 + strings.Count(string(text[:min(int(offset), len(text))]), "\n")
}
