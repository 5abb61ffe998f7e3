package adapter

import (
	"maps"
	"slices"

	"sameact/internal/nearest"
)

// programs are what adapters often need, each with what gets it.
var programs = map[string]string{
	"node":    "apt-get install nodejs npm",
	"npm":     "apt-get install nodejs npm",
	"go":      "see https://go.dev/doc/install",
	"python3": "apt-get install python3 python3-pip",
}

// HowToGet is how a program that an adapter needs is installed, as far as that is known here.
func HowToGet(program string) string {
	if how, ok := programs[program]; ok {
		return how
	}
	how := "install " + program + ", so that it is found in PATH"
	if near := nearest.To(program, slices.Sorted(maps.Keys(programs))); near != "" {
		how += "; or is " + near + " meant?"
	}
	return how
}
