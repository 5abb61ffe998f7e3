// Command probe judges whether an approved act stays the same act. See probe --help.
package main

import (
	"os"

	"sameact/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
