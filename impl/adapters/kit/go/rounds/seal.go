package rounds

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sameact/adapters/kit"
)

// A Sealer makes request states that serve one call of one principal, once and until they expire: what MCP's page about
// multi round-trip requests asks of servers whose state decides something.
type Sealer struct {
	Used     string // folder of the marks of states that were used up
	Lifetime int64  // milliseconds
}

// NoState has the form of a sealed state, and was never given out.
const NoState = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.9007199254740991.00"

var errState = errors.New("the request state is not for this call, or is over")

// state spells a state: what makes it unique, when it ends, and the MAC of both and of the call. Keys have no order.
func (s *Sealer) state(nonce string, expires int64, tool, principal string, arguments kit.Raw) string {
	var v any
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	_ = d.Decode(&v) // they were read once, as a part of the request
	sealed, _ := json.Marshal([]any{nonce, expires, tool, principal, v})
	mac := hmac.New(sha256.New, []byte("a secret of the server's configuration"))
	mac.Write(sealed)
	return fmt.Sprintf("%s.%d.%x", nonce, expires, mac.Sum(nil))
}

// Fresh is a state for a call that is asked about now, and when it ends.
func (s *Sealer) Fresh(now int64, tool, principal string, arguments kit.Raw) (string, *int64) {
	expires := now + s.Lifetime
	return s.state(rand.Text(), expires, tool, principal, arguments), &expires
}

// Open takes a state for a call, and uses it up: only one caller can make the folder that marks it.
func (s *Sealer) Open(state string, now int64, tool, principal string, arguments kit.Raw) error {
	nonce, expires := "", int64(0)
	_, _ = fmt.Sscanf(state, "%26s.%d.", &nonce, &expires)
	if !hmac.Equal([]byte(state), []byte(s.state(nonce, expires, tool, principal, arguments))) || now >= expires {
		return errState
	}
	return os.Mkdir(filepath.Join(s.Used, nonce), 0o700)
}
