package reference

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"testing"
)

// A vector is a pair of texts with what has to be told of them (testdata/vectors.json).
type vector struct {
	ID       string
	Group    string
	Enc      string // base64 where a side is not UTF-8
	A, B     string
	Verdict  string // same | different | reject_a | reject_both
	Error    string // the code of the refused sides
	Why      string
	HashA    string `json:"canon_sha256_a"` // of the canonical bytes; absent: refused
	HashB    string `json:"canon_sha256_b"`
	Tolerate []string
	Preview  *expectations
}

// expectations say what a preview of the two sides must and must not show.
type expectations struct {
	MustNotContain    []string `json:"must_not_contain"`
	MustContain       []string `json:"must_contain"`
	MustContainB      []string `json:"must_contain_b"`
	MustNotContainRaw []string `json:"must_not_contain_raw"`
	MustFlag          []string `json:"must_flag"`
	MustFlagB         []string `json:"must_flag_b"`
	MustFlagAny       []string `json:"must_flag_any"`
	ShouldFlagB       []string `json:"should_flag_b"`
	FlagIfCut         string   `json:"flag_if_cut"`
	Distinguishable   bool     `json:"distinguishable"`
	MasksEqual        bool     `json:"masks_equal"`
	MustBeValidUTF8   bool     `json:"must_be_valid_utf8"`
	MustShowCount     bool     `json:"must_show_count"`
	BestEffort        bool     `json:"best_effort"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i := range all {
		v := &all[i]
		if v.Enc == "base64" {
			v.A, v.B = unbase64(t, v.A), unbase64(t, v.B)
		}
	}
	if len(all) < 500 {
		t.Fatalf("only %d vectors", len(all))
	}
	return all
}

func unbase64(t testing.TB, s string) string {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
