// Package spec is the law's vocabulary: what an act is, what a gate is asked and answers, and the
// notation in which stories and histories are written. It depends on the standard library only and
// decides nothing; package law judges.
//
// Read it in this order: call.go and world.go (what is presented, and under which policy), gate.go
// (the port that every gate is put behind), answer.go, history.go with field.go and case.go (the
// notation), value.go (JSON, exactly).
//
// # Glossary
//
// One word per idea, in code, reports and documents.
//
//	act           a call that a person was asked about
//	call          presenting an act
//	question      what the person is shown; request: its address
//	approval      a question answered yes (the wire name of its address)
//	decision      allow, deny, always
//	spend         using an approval up
//	effect        the external call, as it arrived
//	use           an attempt to have an act run
//	difference    what a clause sees between two moments
//	drift         a mutation after which the act must not run on the old yes
//	continuation  a mutation after which it must still run
//	free          a mutation after which either is right
//	story         what a probe plays; script: its lines; history: what was recorded
//	twin          the same story without its change
//	sibling       the same act asked, presented unanswered, denied, presented again
//	family        a story, its twin and its sibling; living when the twin ran and the others did not
//	finding       a broken clause with its smallest story
//	world         the policy and declarations given to a gate
//	stage         the harness's caller, person, tools, clock and page
//	task          transcript, objective or input, revision
//	session       a conversation
//	target        how the command names a gate
//	defect        a seeded fault of our gate
//	fault         a misbehaving adapter, store or clock
//	handoff       a step that only a person can do
package spec
