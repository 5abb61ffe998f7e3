package cli

import (
	"fmt"
	"runtime"

	"sameact/internal/command"
	"sameact/internal/prove"
	"sameact/internal/target"
	"sameact/reports"
)

type proveCommand struct {
	JSON  bool   `name:"json" help:"For programs: the proof as JSON, schema sameact.prove/1."`
	Jobs  int    `help:"How many gates are judged at once; 0 is one a core." placeholder:"N"`
	Seed  uint64 `help:"Where random choices start." default:"1"`
	Quiet bool   `help:"No progress."`
}

func (proveCommand) Help() string {
	return `A clause that cannot fail says nothing. This plays the whole sweep against every seeded defect, every gate without a promise, and the gate that obeys.

It fails if a defect survives, times out, or breaks other clauses than it declares; if a MUST clause is broken by no defect or passes on a null gate; if a clause about a difference is isolated by no mutation, or any clause is exercised by no story; if a story exercises nothing; if two defects cannot be told apart; or if the reference has a finding.

Example:

  probe prove --json`
}

func (p *proveCommand) Run(c *console) error {
	spendMemory(proofGarbage)
	if p.Jobs < 0 {
		return command.Usage("--jobs %d: less than nothing; hint: leave it out, or give a number from 1", p.Jobs)
	}
	if p.Jobs == 0 {
		p.Jobs = runtime.GOMAXPROCS(0)
	}
	line := c.newProgress("histories", p.Quiet)
	proof := prove.Run(target.Subjects(), prove.Options{Jobs: p.Jobs, Seed: p.Seed, Watch: line.played})
	line.end()
	if p.JSON {
		if err := reports.WriteProofJSON(c.out, proof); err != nil {
			return command.NoVerdict(err)
		}
		for _, why := range proof.Problems {
			fmt.Fprintln(c.err, "probe: not proven:", why)
		}
	} else if err := reports.WriteProofTable(c.out, proof, c.look); err != nil {
		return command.NoVerdict(err)
	}
	return command.Exit(proof.Exit)
}
