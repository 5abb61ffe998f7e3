#!/usr/bin/env python3
"""A page's gate: what an agent does on a page is run, asked about, or left to a person. A yes runs the act
with the values that were shown; a composite is one act of several steps; a handoff is a person's step.
It forgets all when it stops. page.py is what the page declares; wire.py puts the gate under test:
probe run 'exec:python3 impl/examples/pagegate.py'
"""
import os
import sys
from types import SimpleNamespace as Record

sys.dont_write_bytecode = True  # leave nothing beside the gate
from page import ASK, NONE, Page, Refused, answer, at, lifetime  # after it, so that it holds for these imports
from wire import Wire, canonical

ENDS = {  # by what a question or a handoff ended with: code and cause
    "approval": {"denied": ("PERMISSION_DENIED", "refused"), "timed-out": ("PERMISSION_DENIED", "timed-out"),
                 "cleared": ("PERMISSION_DENIED", "cleared"), "edited": ("approval_expired", None), "allowed": ("approval_used", None)},
    "handoff": {"cancelled": ("HANDOFF_CANCELLED", None), "timed-out": ("HANDOFF_TIMEOUT", "timed-out"),
                "cleared": ("HANDOFF_CANCELLED", "cleared"), "edited": ("HANDOFF_FAILED", "target"), "done": ("approval_used", None),
                "target": ("HANDOFF_FAILED", "target"), "expectation": ("HANDOFF_FAILED", "expectation")},
}


class Gate(Page):
    ANSWERS = ("call", "decide", "finish", "tick", "clear", "end", "configure")

    def __init__(self, world, outside):
        super().__init__(world, outside)
        self.waits = {}  # questions and handoffs, by address, each with the run that goes on after it
        self.grants = {}  # by shape: session, action and declaration
        self.lost = set()  # acts of whose newest call nobody knows whether it happened

    # A call on its way.
    def call(self, p):
        call = p["call"]
        if call.get("connector"):
            return answer("refused", "policy_denied", "connector")
        run = Record(steps=[], next=0, yes=None, basis=None, name=call["action"], request=None,
                     **{k: call.get(k) for k in ("principal", "agent", "session")})
        self.tell(run)
        try:
            self.lay_out(run, run.name, call.get("arguments"))
        except Refused as why:
            return answer("refused", *why.args)
        parts = [(run.action, run.args)] + [(s.action, s.args) for s in run.steps if s.inside]
        run.shape = self.shape(run, run.name, *parts)
        run.print = canonical([run.shape, run.args, call.get("task")])
        wait = self.waits.get(p.get("approval"))  # says at most which question this call waits at
        if wait and wait.state == "open" and self.outside.now < wait.expires and wait.run.print == run.print:
            return self.waiting(wait)
        level = self.highest(self.level(run, run.action) if run.steps[0].inside else NONE, run.steps)
        if level == NONE:
            return self.advance(run)
        if level == ASK and run.shape in self.grants:
            return self.advance(run, ASK, "grant")
        return self.ask(run, level, always=level == ASK)

    def shape(self, run, name, *parts):
        """What an always is given for."""
        material = [[p, at(args, p)] for action, args in parts for p in action.get("material") or []]
        return canonical([run.principal, run.agent, run.session, name, self.contract(name), material])

    def show(self, run):
        """The steps that are left and known now; they run with what is shown here."""
        known = [s for s in run.steps[run.next:] if s.human or not s.problem]
        for s in known:
            s.shown = not s.human
        if run.steps[0].inside:
            return [{"action": s.name, "description": s.action.get("description"), "risk": s.action.get("risk"), "by": s.by,
                     "arguments": s.args if s.args is not None else s.written, "marks": []} for s in known]
        return None

    def ask(self, run, level, always=False):
        if not self.world["channels"]["confirm"]:
            return self.over(run, "PERMISSION_DENIED", "no-channel")
        steps = self.show(run)
        lost = any(self.act(run, s) in self.lost for s in run.steps[run.next:] if s.shown)
        wait = self.wait(run, "approval", lifetime(600_000, self.world.get("promptTimeoutMs")), level=level, always=always)
        self.pose(wait, run.action, run.args, options=["allow", "deny", "always"][:3 if always else 2], steps=steps,
                  earlier="unknown" if lost else None)
        return self.waiting(wait)

    def hand_over(self, run, step):
        """Ask a person to do a step. Its handler never runs, whatever becomes of it."""
        if not self.world["channels"]["handoff"]:
            return self.over(run, "HANDOFF_FAILED", "no-channel")
        handoff = step.action["handoff"]
        time = lifetime(300_000, handoff.get("timeoutMs"), self.world.get("handoffTimeoutMs"))
        wait = self.wait(run, "handoff", time, place=0, last=max(0, len(handoff.get("steps") or []) - 1))
        self.pose(wait, step.action, step.args, options=[], reason=handoff.get("reason"), steps=handoff.get("steps"))
        return self.waiting(wait)

    def wait(self, run, kind, time, **more):
        request = os.urandom(16).hex()
        self.waits[request] = Record(request=request, run=run, kind=kind, state="open", expires=self.outside.now + time,
                                     contract=self.contract(run.name), **more)
        return self.waits[request]

    def pose(self, wait, action, args, **more):
        self.outside.ask("show", request=wait.request, kind=wait.kind, action=action["id"], description=action.get("description"),
                         scope=action.get("scope"), risk=action.get("risk"), preview=args, full=args, marks=[], expiresAt=wait.expires, **more)

    def waiting(self, wait):
        run = wait.run
        if run.next or wait.kind == "handoff":
            run.steps[run.next].state = "waiting"
        code = "confirmation_required" if wait.kind == "approval" else None
        return answer("pending", code, request=wait.request, steps=self.ledger(run))

    def advance(self, run, yes=None, basis=None):
        """Do the steps that are left, up to one that has to wait or did not go well."""
        if basis == "grant":
            self.show(run)
        result = None
        run.yes, run.basis = (yes, basis) if basis else (run.yes, run.basis)
        while run.next < len(run.steps):
            step = run.steps[run.next]
            self.look(run, step)
            if step.problem:
                return self.over(run, *step.problem)
            if step.human:
                return self.hand_over(run, step)
            step.basis = self.may(run, step)
            if step.basis is None:
                for s in run.steps[run.next:]:
                    self.look(run, s)
                return self.ask(run, self.highest(NONE, run.steps[run.next:]))
            stopped, result = self.perform(run, step)
            if stopped:
                return stopped
        if any(s.state == "claimed" for s in run.steps):
            return answer("unknown", "handoff_claimed", steps=self.ledger(run))
        return answer("executed", result=result, steps=self.ledger(run))

    def may(self, run, step):
        """On what basis a step runs now, None where it has to be asked about."""
        granted = step.level == ASK and self.shape(run, step.name, (step.action, step.args)) in self.grants
        return self.covered(run, step) or ("grant" if granted else None)

    def perform(self, run, step):
        """Have the agent do a step, once; what stops the run, if that does, and what the tool returned."""
        self.lost.add(act := self.act(run, step))
        run.next, step.state = run.next + 1, "unknown"
        result, error = self.outside.ask("effect", action=step.name, arguments=step.args, session=run.session, request=run.request)
        if error and error["code"] != -32010:
            return answer("unknown", "outcome_unknown", steps=self.ledger(run)), None
        self.lost.discard(act)
        step.state = "failed" if error else "done"
        if error:  # it failed before anything happened
            return answer("failed", "exception", steps=self.ledger(run)), None
        return None, result["result"]

    # What a person says.
    def decide(self, p):
        wait, word = self.waits.get(p.get("request")), p.get("decision")
        if word not in ("allow", "deny", "always"):
            return answer("refused", "decision_invalid")
        here = wait and all(p.get(k) in (None, getattr(wait.run, k)) for k in ("session", "agent"))
        if not wait or wait.kind != "approval" or p.get("by") != wait.run.principal or word != "deny" and not here:
            return answer("refused", "approval_invalid")
        if over := self.late(wait):
            return over
        if word == "deny":
            return self.settle(wait, "denied")
        if word == "always":
            if not wait.always:
                return answer("refused", "decision_invalid")
            self.grants[wait.run.shape] = wait.run.session, wait.run.name, wait.contract
        wait.state, wait.run.request = "allowed", wait.request
        return self.advance(wait.run, wait.level, "answered")

    def finish(self, p):
        wait, said = self.waits.get(p.get("request")), p.get("outcome")
        if said not in ("done", "cancel", "next", "back"):
            return answer("refused", "decision_invalid")
        if not wait or wait.kind != "handoff" or p.get("by") != wait.run.principal:
            return answer("refused", "approval_invalid")
        if over := self.late(wait):
            return over
        if said == "cancel":
            return self.settle(wait, "cancelled")
        if said != "done":  # only the explanation moves
            wait.place = min(max(wait.place + (1 if said == "next" else -1), 0), wait.last)
            return self.waiting(wait)
        return answer("refused", "decision_invalid") if wait.place < wait.last else self.done(wait)

    def done(self, wait):
        run = wait.run
        step = run.steps[run.next]
        asked, step.args = step.args, None
        self.look(run, step)
        if step.problem or canonical(step.args) != canonical(asked):
            return self.settle(wait, "target")
        step.state, step.basis = "claimed", "claim"
        if step.action["handoff"]["expects"]:
            result, error = self.outside.ask("expect", action=step.name, arguments=step.args)
            if error or result["holds"] is not True:
                return self.settle(wait, "expectation")
            step.state, step.basis = "verified", "expectation"
        wait.state, run.next = "done", run.next + 1
        return self.advance(run)

    # What ends without an answer.
    def late(self, wait):
        if wait.state != "open":
            return answer("refused", *ENDS[wait.kind][wait.state])
        return self.settle(wait, "timed-out") if self.outside.now >= wait.expires else None

    def settle(self, wait, how):
        """End a question that nobody said yes to, or a handoff that was not done, and its run with it."""
        run, wait.state = wait.run, how
        step = run.steps[run.next]
        if wait.kind == "handoff":
            step.state, step.basis = "failed", "expectation" if how == "expectation" else "handoff"
            return answer("ended", *ENDS["handoff"][how], steps=self.ledger(run))
        step.state = "not-run"
        if how == "denied":
            self.grants.pop(run.shape, None)
        if how != "edited":
            self.denied.add(self.effect(run, run.action))
        return self.over(run, *ENDS["approval"][how])

    def settled(self, how, when):
        over = [w for w in self.waits.values() if w.state == "open" and when(w)]
        return {"settled": [{"request": w.request, "answer": self.settle(w, how)} for w in over]}

    def tick(self, p):
        return self.settled("timed-out", lambda w: self.outside.now >= w.expires)

    def clear(self, p):
        return self.settled("cleared", lambda w: w.run.session == p["session"])

    def end(self, p):
        settled = self.clear(p)
        self.grants = {shape: g for shape, g in self.grants.items() if g[0] != p["session"]}
        self.denied = {d for d in self.denied if d[0] != p["session"]}
        return settled

    def configure(self, p):
        self.world = p["world"]
        self.grants = {shape: g for shape, g in self.grants.items() if g[2] == self.contract(g[1])}
        return self.settled("edited", lambda w: w.contract != self.contract(w.run.name))


Wire({"protocol": "1", "gate": {"name": "pagegate.py", "version": "1"},
      "chapters": ["confirm", "composite", "handoff", "denied-runs-nothing", "one-use", "owner-answers", "yes-is-exactly-yes",
                   "shown-is-run", "definition-is-bound", "said-is-done", "lost-reply-is-unknown", "no-blind-retry", "unknown-is-carried"],
      "binds": ["action", "arguments", "principal", "agent", "session", "declaration"],
      "features": ["several", "expiry", "raw-decision", "codes", "question", "grant", "guide"]}, Gate).serve()
