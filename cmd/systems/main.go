// Command systems installs the real systems of impl/adapters and publishes what was observed of them. See systems --help.
package main

import (
	"os"

	"sameact/internal/systems"
)

func main() { os.Exit(systems.Main(os.Args[1:], os.Stdout, os.Stderr)) }
