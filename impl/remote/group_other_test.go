//go:build !linux

package remote

import "testing"

// nobodyLeft is only known where there is /proc.
func nobodyLeft(*testing.T, int) {}
