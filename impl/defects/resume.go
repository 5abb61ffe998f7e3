package defects

import "sameact/impl/reference"

// Chapter resume: which wait is woken, by whom, how often.

var resume = chapter(
	Defect{Slug: "anyone-may-resume", About: "Who resumes is not looked at.", Breaks: []string{"same-wait"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.Without("principal") }},
	Defect{Slug: "any-agent-may-resume", About: "For which agent a wait is resumed is not looked at.", Breaks: []string{"same-wait"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.Without("agent") }},
	Defect{Slug: "closed-wait-resumed", About: "A wait that is no longer open can be resumed.", Breaks: []string{"same-wait", "old-yes-wakes-nothing-new"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.With("open", `state IN ('open', 'closed')`) }},
	Defect{Slug: "wait-version-ignored", About: "The version of a wait is not compared, so what one objective knows of its wait wakes another's.", Breaks: []string{"wait-version", "old-yes-wakes-nothing-new"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.Without("version") }},
	Defect{Slug: "newer-version-wakes", About: "A version that is newer than the wait's is good enough.", Breaks: []string{"wait-version"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.With("version", `version <= :version`) }},
	Defect{Slug: "wait-transcript-ignored", About: "The transcript of a wait is not compared.", Breaks: []string{"wait-version"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.Without("transcript") }},
	Defect{Slug: "unknown-wait-wakes-the-newest", About: "A wait id that is not on record falls back to the newest open wait of the user.", Breaks: []string{"wait-version"},
		Apply: func(b *reference.Build) {
			b.Wakes = `SELECT id FROM waits WHERE id = :wait UNION ALL SELECT * FROM (SELECT id FROM waits WHERE state = 'open' AND principal = :by ORDER BY rowid DESC) LIMIT 1`
		}},
	Defect{Slug: "old-objective-keeps-waiting", About: "A new objective leaves the wait of the old one open.", Breaks: []string{"old-yes-wakes-nothing-new"},
		Apply: func(b *reference.Build) { b.Closes = b.Closes.With("other", `0`) }},
	Defect{Slug: "new-revision-keeps-waiting", About: "A new revision of the objective leaves the wait of the old one open.", Breaks: []string{"old-yes-wakes-nothing-new"},
		Apply: func(b *reference.Build) {
			b.Closes = b.Closes.With("other", `transcript <> :transcript OR scope <> :scope`)
		}},
	Defect{Slug: "old-yes-wakes-the-newest", About: "A resume for an older wait of the conversation wakes the newest, whatever it names.", Breaks: []string{"old-yes-wakes-nothing-new", "wait-version"},
		Apply: func(b *reference.Build) {
			b.Wakes = `SELECT n.id FROM waits o, waits n WHERE o.id = :wait AND n.session = o.session AND n.state = 'open' ORDER BY n.rowid DESC LIMIT 1`
			b.Resume = b.Resume.Without("transcript", "version")
		}},
	Defect{Slug: "resume-leaves-it-open", About: "A wait that was resumed can be resumed again.", Breaks: []string{"resume-once", "orders-as-one"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.With("open", `state IN ('open', 'resumed')`) }},
	Defect{Slug: "right-resume-refused", About: "No resume wakes anything.", Breaks: []string{"right-resume-runs"},
		Apply: func(b *reference.Build) { b.Resume = b.Resume.With("open", `0`) }},
	Defect{Slug: "resume-spends-the-yes", About: "Waking uses the approval up, so the act that was woken is refused.", Breaks: []string{"right-resume-runs", "next-approval-works"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Resumed, `UPDATE approvals SET state = 'consumed' WHERE id = (SELECT approval FROM waits WHERE id = :wait) AND state = 'approved'`)
		}},
	Defect{Slug: "one-wait-an-objective", About: "An objective that was woken once is not woken for a second question.", Breaks: []string{"next-approval-works"},
		Apply: func(b *reference.Build) {
			b.Resume = b.Resume.With("first", `NOT EXISTS (SELECT 1 FROM waits o WHERE o.state = 'resumed' AND o.session = waits.session AND o.transcript = waits.transcript AND o.scope = waits.scope AND o.revision = waits.revision)`)
		}},
	Defect{Slug: "second-yes-of-an-objective-unusable", About: "Where an earlier approval of the objective was used after a resume, a later one that was resumed is refused.", Breaks: []string{"next-approval-works"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("first", `NOT EXISTS (SELECT 1 FROM waits o, waits m WHERE m.approval = approvals.id AND m.state = 'resumed' AND o.state = 'resumed' AND o.version < m.version AND o.session = m.session AND o.scope = m.scope)`)
		}},
)
