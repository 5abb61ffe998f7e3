package mutations

import "sameact/spec"

// The objective that the act serves, and the wait that it holds open.

var taskMutations = dimension("task",
	Mutation{
		Slug: "objective-swapped", About: "The act is presented for another objective.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool {
				was := t.Objective
				t.Objective = "o2"
				return was != ""
			})
		},
	},
)

// retask changes a copy of the task.
func (s *Scene) retask(pick Pick, change func(*spec.Task) bool) bool {
	return s.present(pick, func(c *spec.Call, _ Pick) bool {
		if c.Task == nil {
			return false
		}
		t := *c.Task
		c.Task = &t
		return change(&t)
	})
}
