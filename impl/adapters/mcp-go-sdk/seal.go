package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"sameact/adapters/kit"
)

// A sealer makes request states that serve one call of one principal, once and until they expire: what MCP's page about
// multi round-trip requests asks of servers whose state decides something. A nil one seals nothing.
type sealer struct {
	used     string // folder of the marks of states that were used up
	lifetime int64
}

// state spells a state: what makes it unique, when it ends, and the MAC of both and of the call. Keys have no order.
func (s *sealer) state(nonce string, expires int64, tool, principal string, arguments kit.Raw) string {
	var v any
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	_ = d.Decode(&v) // they were read once, as a part of the request
	sealed, _ := json.Marshal([]any{nonce, expires, tool, principal, v})
	mac := hmac.New(sha256.New, []byte("a secret of the server's configuration"))
	mac.Write(sealed)
	return fmt.Sprintf("%s.%d.%x", nonce, expires, mac.Sum(nil))
}

// fresh is a state for a call that is asked about now, and when it ends.
func (s *sealer) fresh(now int64, tool, principal string, arguments kit.Raw) (string, *int64) {
	if s == nil {
		return "step=1", nil // as in the documentation's example
	}
	expires := now + s.lifetime
	return s.state(rand.Text(), expires, tool, principal, arguments), &expires
}

// open takes a state for a call, and uses it up: only one caller can make the folder that marks it.
func (s *sealer) open(state string, now int64, tool, principal string, arguments kit.Raw) error {
	if s == nil {
		return nil
	}
	nonce, expires := "", int64(0)
	_, _ = fmt.Sscanf(state, "%26s.%d.", &nonce, &expires)
	if !hmac.Equal([]byte(state), []byte(s.state(nonce, expires, tool, principal, arguments))) || now >= expires {
		return fmt.Errorf("the request state is not for this call, or is over")
	}
	return os.Mkdir(s.used+"/"+nonce, 0o700)
}
