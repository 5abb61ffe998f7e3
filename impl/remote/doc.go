// Package remote puts any program that speaks spec/protocol/protocol.md on its standard input and output under
// test (Command), and puts a Go gate behind the same protocol (Serve).
//
// # What the client keeps
//
//   - What arrives is given on in the order of arrival: an effect that stands before an answer in the
//     stream reaches the host before Do returns, also when the program did not wait for its answer.
//   - The host is called only from a goroutine that is inside Start, Do, Kill or Close, never from one of
//     the client's own. While a host call is unanswered, Do may be called again, also from inside it.
//   - Every wait has a limit, and every program is killed by its process group; what it had sent before
//     it was killed still reaches the host.
//   - A program is used again for the next place (open, again), as long as it has not misbehaved.
//
// # Why the wire is written here
//
// github.com/creadachair/jrpc2 gives every message that arrives to a goroutine of its own, so an effect
// can reach its handler after the answer that followed it, and it refuses messages with unknown members,
// which the protocol says to ignore; the tests use it as an independent other end.
package remote
