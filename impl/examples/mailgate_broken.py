#!/usr/bin/env python3
"""An approval gate: a person is asked before an agent may act; to act, the agent presents the same
call again with the id of the approval. Gate is all of it and knows nothing of the wire; Wire puts
it under test (JSON-RPC, a message a line): probe run 'exec:python3 impl/examples/mailgate.py'
"""
import json
import sys
from decimal import Decimal, InvalidOperation, getcontext

getcontext().traps[InvalidOperation] = False  # a number past all use is read as none
RANK = {"read": 1, "write": 2, "admin": 3}


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


class Gate:
    def __init__(self, world, outside):
        self.world, self.outside = world, outside  # outside: the clock now, effect() and show()
        self.questions = {}  # by request
        self.lost = set()  # acts of which nobody knows whether they happened

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
        return canonical([fields, task, action]) + canonical({k: v for k, v in read(args).items() if k != "cc"})  # FAULT: cc is not compared

    def state(self, request, call, args):
        """What an approval is for this call; only "approved" lets it run."""
        question = self.questions.get(request)
        if not question or question["act"] != self.act(call, args):
            return "invalid"
        if {self.account(call, c) for c in (call["connection"], question["connection"])} != {question["account"]}:
            return "invalid"  # the new connection and the old one both have to stand for that account
        self.expire(question)
        return question["state"]

    def expire(self, question):
        over = self.outside.now >= question["expires"] and question["state"] in ("pending", "approved")
        question["state"] = "expired" if over else question["state"]
        return over

    def call(self, p):
        call, request = p["call"], p.get("approval")
        try:
            args = arguments(call)
        except Unclear as why:
            return refused("arguments_invalid", message=str(why))
        cause = self.forbidden(call)
        if cause:
            return refused("policy_denied", cause=cause)
        state = self.state(request, call, args)
        if state == "approved":
            self.questions[request]["state"] = "used"  # before the call goes out: it may never come back
        elif self.asks(call):
            if request is None:
                return self.ask(call, args)
            if state == "pending":
                return {"status": "pending", "code": "confirmation_required", "request": request}
            return refused("denied" if state == "denied" else "approval_" + state)
        return self.run(call, args, request)

    def ask(self, call, args):
        ttl = self.world.get("approvalTtlMs")
        ttl = 600_000 if ttl is None else ttl  # ten minutes
        usable = type(ttl) is int and 0 <= ttl < 2**52  # any other lifetime is over at once
        request, expires = f"q{len(self.questions) + 1}", self.outside.now + (ttl if usable else 0)
        account, action = self.account(call, call["connection"]), self.declared(call)
        same = (call["principal"], call["connector"], call["action"], args)
        self.questions[request] = {"call": call, "act": self.act(call, args), "account": account,
                                   "connection": call["connection"], "expires": expires, "state": "pending"}
        self.outside.show(args, request=request, kind="approval", action=call["action"], description=action["description"],
                          scope=action["scope"], risk=action["risk"], account=account, marks=[], options=["allow", "deny"],
                          expiresAt=expires, earlier="unknown" if same in self.lost else None)
        return {"status": "pending", "code": "confirmation_required", "request": request}

    def run(self, call, args, request):
        result, error = self.outside.effect(args, connector=call["connector"], action=call["action"], request=request,
                                            account=self.account(call, call["connection"]), session=call["session"])
        same = (call["principal"], call["connector"], call["action"], args)
        self.lost.discard(same)
        if error is None:
            return {"status": "executed", "result": result}
        if error == -32010:  # it failed before anything happened
            return {"status": "failed", "code": "exception"}
        self.lost.add(same)
        return {"status": "unknown", "code": "outcome_unknown"}

    def decide(self, p):
        question, decision = self.questions.get(p.get("request")), p.get("decision")
        if not question or p.get("by") != question["call"]["principal"]:
            return refused("decision_invalid")
        self.expire(question)
        if question["state"] in ("used", "expired"):
            return refused("approval_" + question["state"])
        if decision == "deny" or question["state"] == "denied":
            question["state"] = "denied"
            return refused("denied")
        if decision != "allow" or any(p.get(k, question["call"].get(k)) != question["call"].get(k) for k in ("session", "agent")):
            return refused("decision_invalid")
        question["state"] = "approved"
        return {"status": "recorded"}

    def tick(self, p):
        over = [r for r, q in self.questions.items() if self.expire(q)]
        return {"settled": [{"request": r, "answer": refused("approval_expired")} for r in over]}

    def configure(self, p):
        self.world = p["world"]
        return {}


class Wire:
    """The adapter protocol. While an answer is awaited, further requests are served."""
    HELLO = {"protocol": "1", "gate": {"name": "mailgate.py", "version": "1"},
             "chapters": ["binding", "lifecycle", "policy", "answering", "outcome"],
             "binds": ["action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"],
             "features": ["several", "expiry", "raw-decision", "claims", "text", "codes", "question"]}
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
            self.gate = Gate(p["world"], self)
        known = {"initialize": self.HELLO, "open": {}, "shutdown": {}}
        return {"result": known[method]} if method in known else {"error": {"code": -32601, "message": "no method " + method}}


sys.stdout.reconfigure(encoding="utf-8", newline="\n")
wire = Wire()
while True:
    wire.receive()
