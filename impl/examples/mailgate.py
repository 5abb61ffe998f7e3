#!/usr/bin/env python3
"""An approval gate: a person is asked before an agent may act; to act, the agent presents the same
call again with the id of the approval. Gate is all of it, remembers in facts.py and knows nothing of the
wire; Wire puts it under test (JSON-RPC, a message a line): probe run 'exec:python3 impl/examples/mailgate.py'
"""
import json
import sys
from decimal import Decimal, InvalidOperation, getcontext

sys.dont_write_bytecode = True  # leave nothing beside the gate
from facts import Facts  # after it, so that it holds for this import

getcontext().traps[InvalidOperation] = False  # a number past all use is read as none
RANK = {"read": 1, "write": 2, "admin": 3}
OVER = {"denied": "denied", "used": "approval_used", "expired": "approval_expired", "invalid": "approval_invalid"}


class Unclear(ValueError):
    """The arguments have no single meaning."""


def members(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else Unclear("a name stands twice")


def read(text):
    """JSON with exact numbers, and Unclear in place of what readers disagree about."""
    return json.loads(text, object_pairs_hook=members, parse_float=Decimal, parse_constant=Decimal)


def canonical(value):
    """One text for one value: names in order, numbers in one spelling. This is compared and sent."""
    if isinstance(value, dict):
        return "{" + ",".join(canonical(k) + ":" + canonical(value[k]) for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, Unclear):
        raise value
    if isinstance(value, Decimal) and not value.is_finite():
        raise Unclear("no number")
    if isinstance(value, str):
        value.encode()  # half a surrogate pair is no text, and an error here
    if value is None or isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    sign, digits, exponent = Decimal(value).as_tuple()
    digits = "".join(map(str, digits)).lstrip("0")
    short = digits.rstrip("0")
    exponent += len(digits) - len(short)
    return ("-" if sign else "") + short + (f"e{exponent}" if exponent else "") if short else "0"


def arguments(call):
    """The arguments in their canonical form. Whatever is wrong with them is Unclear."""
    try:
        value = read(call["argumentsText"]) if "argumentsText" in call else call.get("arguments")
        if not isinstance(value, dict):
            raise Unclear("arguments are an object")
        return canonical(value)
    except (ValueError, RecursionError) as problem:
        raise Unclear(str(problem)) from None


def find(entries, **wanted):
    return next((e for e in entries if all(e.get(k) == v for k, v in wanted.items())), None)


def refused(code, **more):
    return {"status": "refused", "code": code, **more}


def same(call, args):
    """What makes two calls one act in the outside world."""
    return canonical([call["principal"], call["connector"], call["action"]]) + args


class Gate:
    def __init__(self, world, facts, outside):
        self.world, self.facts, self.outside = world, facts, outside  # outside: the clock now, effect() and show()

    # Policy: may it at all, and does a person have to be asked?
    def declared(self, call):
        return find(self.world["actions"], connector=call.get("connector"), id=call["action"])

    def account(self, call, connection):
        link = find(self.world["connections"], id=connection, connector=call.get("connector"))
        return link and link["account"]

    def forbidden(self, call):
        """The first check that fails, or None; unknown words count as the strictest."""
        connector = find(self.world["connectors"], id=call.get("connector"))
        if not connector or connector["enabled"] is not True:
            return "connector"
        if connector["agents"] is not None and call.get("agent") not in connector["agents"]:
            return "agent"
        account = self.account(call, call.get("connection"))
        if not account or connector["accounts"] is not None and account not in connector["accounts"]:
            return "account"
        action, ceiling = self.declared(call), RANK.get(connector["ceiling"], 1)
        if action is None:
            return "undeclared"
        if RANK.get(action["scope"], 3) > ceiling:
            return "ceiling"
        return None if action["curated"] is True or ceiling == 3 else "uncurated"

    def asks(self, call):
        confirm = find(self.world["connectors"], id=call["connector"])["confirm"]
        least = {"always": 0, "writes": 2, "admin": 3, "never": 9}.get(confirm, 0)
        return RANK.get(self.declared(call)["scope"], 3) >= least

    # What a yes is bound to.
    def act(self, call, args):
        """All that has to be the same when the approval is used, apart from the account."""
        task = call.get("task")
        if task:  # within an objective the input may change
            unit = "objective" if "objective" in task else "input"
            task = [task["transcript"], unit, task.get(unit), task["revision"]]
        action = {k: v for k, v in self.declared(call).items() if k not in ("description", "curated")}
        fields = [call.get(k) for k in ("principal", "agent", "session", "connector", "action")]
        return canonical([fields, task, action]) + args

    def state(self, question, call, args):
        """What an approval is for this call; only "approved" lets it run."""
        if not question or question["act"] != self.act(call, args):
            return "invalid"
        if {self.account(call, c) for c in (call["connection"], question["connection"])} != {question["account"]}:
            return "invalid"  # the new connection and the old one both have to stand for that account
        return question["state"]

    def call(self, p):
        call, request = p["call"], p.get("approval")
        question = self.facts.question(request, self.outside.now)
        try:
            args = arguments(call)
        except Unclear as why:
            return refused("arguments_invalid", message=str(why))
        cause = self.forbidden(call)
        if cause:
            return refused("policy_denied", cause=cause)
        state = self.state(question, call, args)
        if state == "approved" or not self.asks(call):
            return self.run(call, args, request if state == "approved" else None)
        if request is None:
            return self.ask(call, args)
        if state == "pending":
            return {"status": "pending", "code": "confirmation_required", "request": request}
        return refused(OVER[state])

    def ask(self, call, args):
        ttl = self.world.get("approvalTtlMs")
        ttl = 600_000 if ttl is None else ttl  # ten minutes
        usable = type(ttl) is int and 0 <= ttl < 2**52  # any other lifetime is over at once
        expires = self.outside.now + (ttl if usable else 0)
        account, action = self.account(call, call["connection"]), self.declared(call)
        where = {k: call.get(k) for k in ("principal", "session", "agent", "connection")}
        request = self.facts.record("asked", state="pending", act=self.act(call, args), account=account, expires=expires, **where)
        self.outside.show(args, request=request, kind="approval", action=call["action"], description=action["description"],
                          scope=action["scope"], risk=action["risk"], account=account, marks=[], options=["allow", "deny"],
                          expiresAt=expires, earlier="unknown" if same(call, args) in self.facts.lost else None)
        return {"status": "pending", "code": "confirmation_required", "request": request}

    def run(self, call, args, request):
        used = self.facts.record("used", request, same=same(call, args))  # before the call goes out: it may never come back
        if not used:
            return refused(OVER[self.facts.questions[request]["state"]])  # another process was first
        result, error = self.outside.effect(args, connector=call["connector"], action=call["action"], request=request,
                                            account=self.account(call, call["connection"]), session=call["session"])
        if error not in (None, -32010):
            return {"status": "unknown", "code": "outcome_unknown"}
        self.facts.record("answered", same=same(call, args), call=used)
        if error:  # it failed before anything happened
            return {"status": "failed", "code": "exception"}
        return {"status": "executed", "result": result}

    def decide(self, p):
        request, decision = p.get("request"), p.get("decision")
        question = self.facts.question(request, self.outside.now)
        if not question or p.get("by") != question["principal"]:
            return refused("decision_invalid")
        here = all(p.get(k, question[k]) == question[k] for k in ("session", "agent"))
        if decision == "deny":
            self.facts.record("denied", request)
        elif decision == "allow" and here:
            self.facts.record("approved", request)
        if question["state"] in OVER:
            return refused(OVER[question["state"]])
        return {"status": "recorded"} if decision == "allow" and here else refused("decision_invalid")

    def tick(self, p):
        over = self.facts.overdue(self.outside.now)
        return {"settled": [{"request": request, "answer": refused("approval_expired")} for request in over]}

    def configure(self, p):
        self.world = p["world"]
        return {}


class Wire:
    """The adapter protocol. While an answer is awaited, further requests are served."""
    HELLO = {"protocol": "1", "gate": {"name": "mailgate.py", "version": "1"},
             "chapters": ["binding", "lifecycle", "policy", "answering", "outcome", "durability"],
             "binds": ["action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"],
             "features": ["several", "expiry", "raw-decision", "claims", "text", "codes", "question", "durable"]}
    now, last, gate, answers = 0, 0, None, {}

    def ask(self, method, exact, **params):
        """Send a request and wait; exact holds members as JSON text, so that no number is rounded."""
        self.last += 1
        mine = self.last
        params = json.dumps({k: v for k, v in params.items() if v is not None})[1:-1]
        print(f'{{"jsonrpc":"2.0","id":{mine},"method":"{method}","params":{{{exact},{params}}}}}', flush=True)
        while mine not in self.answers:
            self.receive()
        return self.answers.pop(mine)

    def effect(self, args, **params):
        answer = self.ask("effect", f'"arguments":{args}', **params)
        return (None, answer["error"]["code"]) if "error" in answer else (answer["result"]["result"], None)

    def show(self, args, **params):
        self.ask("show", f'"preview":{args},"full":{args}', **params)

    def receive(self):
        line = sys.stdin.buffer.readline()
        message = read(line.decode()) if line else sys.exit(0)
        if "method" not in message:
            self.answers[message["id"]] = message
            return
        outcome = self.answer(message["method"], message.get("params") or {})
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **outcome}, default=float), flush=True)
        if message["method"] == "shutdown":
            sys.exit(0)

    def answer(self, method, p):
        self.now = p.get("now", self.now)
        if method in ("call", "decide", "tick", "configure"):
            return {"result": getattr(self.gate, method)(p)}
        if method == "open":
            self.gate = Gate(p["world"], Facts(p["stateDir"]), self)
        known = {"initialize": self.HELLO, "open": {}, "shutdown": {}}
        return {"result": known[method]} if method in known else {"error": {"code": -32601, "message": "no method " + method}}


sys.stdout.reconfigure(encoding="utf-8", newline="\n")
wire = Wire()
while True:
    wire.receive()
