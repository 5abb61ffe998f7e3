package probes

import (
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// onThePage is what a story about questions on the page needs.
var onThePage = []string{"confirm"}

// The actions of the page in these stories.
const (
	refund = `{"id":"page.refund","description":"Refund an order","risk":"danger"}`
	cancel = `{"id":"page.cancel","description":"Cancel an order","risk":"danger"}`
	note   = `{"id":"page.note","description":"Edit the note","risk":"write"}`
)

// page is a world with these actions of the page.
func page(actions ...string) string { return `open actions=[` + strings.Join(actions, ",") + `]` }

// Stories about who is asked on the page, and what an answer is worth.
var pageStories = []*Story{
	{Slug: "page-levels", Needs: onThePage, About: "Every risk meets every confirmation word in both modes: where the level asks the act waits for its yes, where it does not it runs.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			risk, confirm := choose(pick, "danger", "write", "read"), choose(pick, "", "none", "ask", "always")
			mode := choose(pick, "danger", "writes")
			h := script(`open confirmDefault=`+mode+` actions=[{"id":"page.do","description":"Do it","risk":"`+risk+`","confirm":"`+confirm+`"}]`,
				`call m1 action=page.do args={"order":7}`)
			asks := confirm == "ask" || confirm == "always" || confirm == "" && (risk == "danger" || risk == "write" && mode == "writes")
			if asks {
				h = append(h, script(choose(pick, `allow m1`, `always m1`))...)
			}
			return h, true
		}},
	{Slug: "page-unknown-words", Needs: onThePage, About: "A declaration on the page holds a word that nobody knows, lacks its risk, or is missing.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			odd := choose(pick, `"confirm":"nome"`, `"risk":"low"`, `"risk":""`)
			if pick(2) == 1 {
				return script(page(note), `call m1 action=page.note ~action=page.hidden`, `~allow m1`), true
			}
			return script(page(note), `~open actions=[{"id":"page.note",`+odd+`}]`, `call m1 action=page.note`, `allow m1`), true
		}},
	{Slug: "page-asked-again", Needs: onThePage, About: "One call was allowed; the same, another target, another action or a later session follows.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund, cancel, `{"id":"page.delete","description":"Delete an order","risk":"danger","confirm":"always"}`))
			action := choose(pick, "page.refund", "page.delete")
			h = append(h, script(`call m1 action=`+action+` args={"order":7}`, `allow m1`)...)
			switch pick(4) {
			case 0:
				return append(h, script(`~call m2 action=`+action+` args={"order":7}`)...), true
			case 1:
				return append(h, script(`~call m2 action=`+action+` args={"order":8}`, `~allow m2`)...), true
			case 2:
				return append(h, script(`~call m2 action=page.cancel args={"order":7}`)...), true
			}
			return append(h, script(`~end`, `~call m2 action=`+action+` args={"order":7}`)...), true
		}},
	{Slug: "page-input", Needs: onThePage, About: "The input does not fit, or the target is not there, when the act is called.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			typed := `{"id":"page.refund","description":"Refund an order","risk":"danger","parameters":{"type":"object","required":["order"],"properties":{"order":{"type":"number"}}}}`
			switch pick(3) {
			case 0:
				return script(page(typed), `call m1 action=page.refund args={"order":7} ~args={"sum":5}`, `allow m1`), true
			case 1:
				return script(page(typed), `call m1 action=page.refund args={"order":7} ~args={"order":"7"}`, `allow m1`), true
			}
			return script(page(refund), `call m1 action=page.refund args={"order":{"$ref":"row"}} page={"refs":{"row":7}} ~page={"refs":{"row":null}}`, `allow m1`), true
		}},
	{Slug: "page-moves-on", Needs: onThePage, About: "A reference stands for something else when the yes arrives than when it was shown.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			now := choose(pick, `{"refs":{"row":8}}`, `{"refs":{"row":null}}`, `{"refs":{"row":{"id":7}}}`)
			return script(page(refund), `call m1 action=page.refund args={"order":{"$ref":"row"}} page={"refs":{"row":7}}`, `allow m1 ~page=`+now), true
		}},
	{Slug: "nobody-to-ask", Needs: onThePage, About: "No way to ask is configured.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			action := choose(pick, "page.refund", "page.cancel")
			return script(page(refund, cancel), `~open channels={"confirm":false}`, `call m1 action=`+action+` args={"order":7}`, `allow m1`), true
		}},
	{Slug: "page-silence", Needs: []string{"confirm", "expiry"}, About: "Nobody answers, and the yes comes at, after or just before the instant.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			last, over := "+9m59.999s", "+10m"
			h := script(page(refund))
			if pick(2) == 1 {
				h, last, over = append(h, script(`open promptTimeoutMs=60000`)...), "+59.999s", "+1m"
			}
			h = append(h, script(`call m1 action=page.refund args={"order":7}`)...)
			switch pick(4) {
			case 0:
				return append(h, script(`~at `+over, `~tick`, `allow m1`)...), true
			case 1:
				return append(h, script(`~at `+over, `allow m1`)...), true
			case 2:
				return append(h, script(`at `+last, `tick`, `allow m1`)...), true
			}
			return append(h, script(`~at +24h`, `~tick`, `~tick`, `allow m1`)...), true
		}},
	{Slug: "page-cleared", Needs: onThePage, About: "The conversation is cleared or ended while a question is open; another one, and this one.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund), `call m1 action=page.refund args={"order":7}`)
			switch pick(5) {
			case 0:
				return append(h, script(`~clear`, `allow m1`)...), true
			case 1:
				return append(h, script(`clear session=s2`, `allow m1`)...), true
			case 2:
				return append(h, script(`~clear`, `~clear`, `allow m1`)...), true
			case 3:
				return append(h, script(`~end`, `allow m1`)...), true
			}
			return append(h, script(`~clear`, `allow m1`, `call m2 action=page.refund args={"order":7}`, `allow m2`)...), true
		}},
	{Slug: "page-denied", Needs: onThePage, About: "The act is denied, and a yes follows, or the denial follows the yes.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund), `call m1 action=page.refund args={"order":7}`)
			if pick(2) == 1 {
				return append(h, script(`allow m1`, `~deny m1`)...), true
			}
			return append(h, script(`~deny m1`, `allow m1`)...), true
		}},
	{Slug: "another-way", Needs: onThePage, About: "After a denial, a silence or a clear the same effect is tried through another action, declared and not.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			set := `{"id":"page.set","description":"Set the status","risk":"write","effect":"page.refund"}`
			raw := `{"id":"page.raw","description":"Refund an order","risk":"danger","effect":"page.click"}`
			switch pick(3) {
			case 1:
				return script(page(raw, note), `call m1 action=page.raw args={"order":7}`, `deny m1`, `call m2 action=page.note ~action=page.click args={"order":7}`), true
			case 2:
				return script(page(refund, set), `call m1 action=page.refund args={"order":7}`, `deny m1`, choose(pick, `end`, `clear`), `call m2 action=page.set args={"order":7} `+choose(pick, `~principal=u2`, `~session=s2`)), true
			}
			h := script(page(refund, set), `call m1 action=page.refund args={"order":7}`)
			switch how := pick(3); {
			case how == 1:
				h = append(h, script(`~clear`)...)
			case how == 2 && hello.Has("expiry"):
				h = append(h, script(`~at +10m`, `~tick`)...)
			default:
				h = append(h, script(`~deny m1`)...)
			}
			return append(h, script(`call m2 action=page.set args={"order":7}`)...), true
		}},
	{Slug: "page-answers", Needs: onThePage, About: "Somebody else answers, in another place, or with something that is no yes.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(page(refund), `call m1 action=page.refund args={"order":7}`)
			if hello.Has("raw-decision") && pick(2) == 1 {
				said := choose(pick, `"false"`, `1`, `null`, `{}`, `true`, `"yes"`, `"ALLOW"`)
				return append(h, script(`decide m1 decision="allow" ~decision=`+said)...), true
			}
			changed := choose(pick, `~by=u2`, `~by=a1`, `~by=""`, `~session=s2`, `~agent=a2`)
			return append(h, script(`allow m1 `+changed)...), true
		}},
	{Slug: "page-two-questions", Needs: []string{"confirm", "several"}, About: "Two questions are open on the page, and one is answered.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund, cancel), `call m1 action=page.refund args={"order":7}`, `call m2 action=page.cancel args={"order":8}`)
			switch pick(3) {
			case 0:
				return append(h, script(`allow m2`, `~call m1`)...), true
			case 1:
				return append(h, script(`allow m1`, `deny m2`)...), true
			}
			return append(h, script(`allow m2`, `allow m1`, `~allow m2`)...), true
		}},
	{Slug: "page-other-address", Needs: []string{"confirm", "several"}, About: "Two questions are open, and one act is called with the other's address, by itself or as a call of its own.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund, cancel), `call m1 action=page.refund args={"order":7}`, `call m2 action=page.cancel args={"order":8}`)
			switch pick(3) {
			case 0:
				return append(h, script(`~call m1 with=m2`, `allow m1`)...), true
			case 1:
				return append(h, script(`~call m3 action=page.refund args={"order":9} with=m2`, `allow m2`)...), true
			}
			return append(h, script(`allow m2`, `~call m1 with=m2`, `allow m1`)...), true
		}},
	{Slug: "page-strings", Needs: onThePage, About: "The agent presents the address of its question, or a text that it was told.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(page(refund), `call m1 action=page.refund args={"order":7}`)
			switch how := pick(4); {
			case how == 1:
				return append(h, script(`allow m1`, `~call m2 action=page.refund args={"order":7} with=told`)...), true
			case how == 2:
				return append(h, script(`allow m1`, `~call m2 action=page.refund args={"order":8} with=m1`)...), true
			case how == 3 && hello.Has("claims"):
				return append(h, script(`allow m1`, `~call m2 action=page.refund args={"order":8} claims={"confirmed":true}`)...), true
			}
			return append(h, script(`~call m1`, `allow m1`)...), true
		}},
	{Slug: "page-outcomes", Needs: onThePage, About: "The backend answers, refuses or loses its reply after a yes, under a grant and unasked; the yes is then used again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			how := choose(pick, "ok", "refused", "lost")
			if pick(2) == 1 {
				return script(page(note), `call m1 action=page.note args={"order":7} effect=`+how), true
			}
			return script(page(refund), `call m1 action=page.refund args={"order":7}`, `allow m1 effect=`+how, `~allow m1`), true
		}},
	{Slug: "page-asked-after-unknown", Needs: []string{"confirm", "question"}, About: "The reply was lost after a yes, and the same act is asked about again.",
		Write: func(mutations.Pick, spec.Hello) (spec.History, bool) {
			return script(page(refund), `call m1 action=page.refund args={"order":7}`, `allow m1 effect=lost`, `call m2 action=page.refund args={"order":7}`, `allow m2`), true
		}},
	{Slug: "page-audited", Needs: []string{"confirm", "audit"}, About: "Acts of the page wait, are denied, run and fail, one with a connector runs, and the audit is read.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(refund, note), `call m1 action=page.refund args={"order":7}`, choose(pick, `allow m1`, `deny m1`, `allow m1 effect=refused`, `allow m1 effect=lost`),
				`call m2 action=page.note`, `call m3 action=mail.read`, `audit`), true
		}},
	{Slug: "page-edited", Needs: []string{"confirm", "policy"}, About: "The declaration is edited while the question is open, or something beside it.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			edit := choose(pick, `~configure actions=[{"id":"page.refund","effect":"page.pay"}]`, `~configure actions=[{"id":"page.refund","risk":"write"}]`,
				`~configure actions=[{"id":"page.refund","confirm":"always"}]`, `configure actions=[{"id":"page.cancel","confirm":"always"}]`)
			return script(page(refund, cancel), `call m1 action=page.refund args={"order":7}`, edit, `allow m1`), true
		}},
	{Slug: "page-secrets", Needs: []string{"confirm", "question"}, About: "What is asked about on the page holds a secret, a long text and a name that only sounds secret.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			args := choose(pick, `{"order":7,"password":"hunter2-hunter2"}`, `{"order":7,"max_tokens":100}`, `{"text":"`+strings.Repeat("long ", 200)+`"}`)
			return script(page(refund), `call m1 action=page.refund args=`+args, `allow m1`), true
		}},
	{Slug: "grants", Needs: []string{"confirm", "grant"}, About: "Always was answered; other records follow, another action, session, agent or user, a new session, an edit, a denial of the shape.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(`{"id":"page.refund","description":"Refund an order","risk":"danger","material":["/sum"]}`, cancel),
				`call m1 action=page.refund args={"order":7,"sum":5}`, `always m1`)
			next := `call m2 action=page.refund args={"order":8,"sum":5}`
			switch pick(9) {
			case 7:
				return script(page(refund, cancel), `call m1 action=page.refund args={"order":7}`, `always m1`, `call m2 action=page.refund ~action=page.cancel args={"order":8}`), true
			case 8:
				edit, back := `~configure actions=[{"id":"page.refund","effect":"page.pay"}]`, `~configure actions=[{"id":"page.refund","effect":""}]`
				h = append(h, script(edit, back, next)...)
			case 0:
				h = append(h, script(next)...)
			case 1:
				h = append(h, script(next+choose(pick, ` ~action=page.cancel`, ` ~session=s2`, ` ~agent=a2`, ` ~principal=u2`))...)
			case 2:
				h = append(h, script(next+choose(pick, ` ~args={"order":8,"sum":5000}`, ` ~args={"order":8}`, ` ~args={"order":8,"sum":null}`))...)
			case 3:
				h = append(h, script(`~end`, next)...)
			case 4:
				h = append(h, script(choose(pick, `clear`, `clear session=s2`, `end session=s2`), next)...)
			case 5:
				h = append(h, script(`~configure actions=[{"id":"page.refund",`+choose(pick, `"effect":"page.pay"`, `"confirm":"always"`, `"risk":"danger","material":[]`)+`}]`, next)...)
			case 6:
				h = append(h, script(`configure actions=[{"id":"page.cancel","confirm":"always"}]`, next)...)
			}
			return h, true
		}},
	{Slug: "grants-and-restarts", Needs: []string{"confirm", "grant", "durable"}, About: "Always was answered, and another process life goes on, which is another runtime session.",
		Write: func(mutations.Pick, spec.Hello) (spec.History, bool) {
			return script(page(refund), `call m1 action=page.refund args={"order":7}`, `always m1`, `~start`, `call m2 action=page.refund args={"order":8}`), true
		}},
	{Slug: "grants-and-denials", Needs: []string{"confirm", "grant", "several"}, About: "Always and a denial of the same shape meet, in either order.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund), `call m1 action=page.refund args={"order":7}`)
			if pick(2) == 1 {
				return append(h, script(`call m2 action=page.refund args={"order":8}`, `always m1`, `~deny m2`, `call m3 action=page.refund args={"order":9}`)...), true
			}
			return append(h, script(`~deny m1`, `always m1`, `call m2 action=page.refund args={"order":7}`)...), true
		}},
}
