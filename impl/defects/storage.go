package defects

import "sameact/impl/reference"

// Chapter durability, a store that fails: what runs although it could not be written down.

var storage = chapter(
	Defect{Slug: "passes-by-a-busy-store", About: "Where another process holds the store for too long, the act runs, and is written down or not.", Breaks: []string{"store-fails-closed", "one-use"},
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.Busy, false) }},
	Defect{Slug: "passes-by-a-read-only-store", About: "Where the store can only be read, the act runs on the yes that stands in it.", Breaks: []string{"store-fails-closed", "one-use"},
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.ReadOnly, false) }},
	Defect{Slug: "passes-by-a-full-store", About: "A disk without room is taken for something that only the log needs.", Breaks: []string{"store-fails-closed", "one-use"},
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.Full, false) }},
	Defect{Slug: "runs-the-held-call-without-a-store", About: "The person has just said yes and the client brings the call, so a full disk keeps nothing back.", Breaks: []string{"store-fails-closed", "one-use"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.Full, false) }},
	Defect{Slug: "passes-by-a-damaged-store", About: "A process that cannot read its store starts without one, and believes the approvals that it is brought.", Breaks: []string{"store-fails-closed"},
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.Damaged, true) }},
	Defect{Slug: "passes-by-a-missing-store", About: "A process that finds no store where there was one starts without, and believes the approvals that it is brought.", Breaks: []string{"store-fails-closed"},
		Apply: func(b *reference.Build) { b.Despite = befallen(reference.Missing, true) }},
	Defect{Slug: "reads-a-newer-store-as-its-own", About: "What wrote the store is not looked at.", Breaks: []string{"store-fails-closed"},
		Apply: func(b *reference.Build) { b.Knows = func(int) bool { return true } }},
	Defect{Slug: "writes-into-what-is-gone", About: "A process goes on with the files that it has open, when the folder is gone.", Breaks: []string{"store-fails-closed"},
		Apply: func(b *reference.Build) { b.Unwatched = true }},
	Defect{Slug: "stays-shut", About: "A process whose store failed once refuses everything until it is started again.", Breaks: []string{"honest-approval-runs", "other-process-continues"},
		Apply: func(b *reference.Build) { b.Shuts = true }},
)

// befallen goes on where one thing has befallen the store, while the process works or when it starts.
func befallen(kind string, starting bool) func(*reference.StoreFault) bool {
	return func(f *reference.StoreFault) bool { return f.Kind == kind && f.Starting == starting }
}
