package cli

import (
	"sameact/internal/target"

	"sameact/internal/command"
)

type gateCommand struct {
	Target string `arg:"" help:"reference, reference/resuming, reference/whole, defect:SLUG or null:NAME."`
}

func (gateCommand) Help() string {
	return `Serves a gate as any other program is put under test: JSON-RPC 2.0, one message a line, on standard input and output. It ends when its input ends.

Example: the reference gate, judged as a stranger's program

  probe run 'exec:probe gate reference'`
}

func (g *gateCommand) Run(c *console) error {
	switch err := target.Serve(g.Target, c.in, c.out).(type) {
	case nil:
		return nil
	case *target.Unknown:
		return command.Usage("%w", err)
	case target.Exit:
		return command.Exit(int(err))
	default:
		return command.NoVerdict(err)
	}
}
