"""The adapter protocol: JSON-RPC, a message a line, and JSON that is read without rounding.

One request is served after the other: those that come while an answer is awaited have to wait.
"""
import json
import math
import sys
from decimal import Decimal, InvalidOperation, getcontext

getcontext().traps[InvalidOperation] = False  # a number past all use is read as none


def number(text):
    """A whole number or a double. What neither can hold is none, and canonical refuses it."""
    if text.lstrip("-").isdigit() and len(text) < 400:
        return int(text)
    value = float(text)
    if Decimal(repr(value)) != Decimal(text):
        return math.nan
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def canonical(value):
    """One text for one value; a ValueError for what has no single meaning."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)
    text.encode()  # half a surrogate pair is no text, and an error here
    return text


class Wire:
    def __init__(self, hello, gate):
        self.hello, self.make, self.gate = hello, gate, None
        self.now, self.last, self.queue = 0, 0, []
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")

    def ask(self, method, **params):
        """Send a request, and wait for its result or its error."""
        self.last += 1
        self.send(id=self.last, method=method, params={k: v for k, v in params.items() if v is not None})
        while "method" in (message := self.read()):
            self.queue.append(message)
        outcome = message.get("result"), message.get("error")
        for said in (outcome[0] or {}, (outcome[1] or {}).get("data") or {}):
            self.now = said.get("now", self.now)
        return outcome

    def read(self):
        line = sys.stdin.buffer.readline()
        return json.loads(line, parse_int=number, parse_float=number) if line else sys.exit(0)

    def send(self, **message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

    def serve(self):
        while True:
            message = self.queue.pop(0) if self.queue else self.read()
            method, p = message["method"], message.get("params") or {}
            self.now = p.get("now", self.now)
            if method == "open":
                self.gate = self.make(p["world"], self)
            known = {"initialize": self.hello, "open": {}, "shutdown": {}}
            if method in known:
                self.send(id=message["id"], result=known[method])
            elif method in self.gate.ANSWERS:
                self.send(id=message["id"], result=getattr(self.gate, method)(p))
            else:
                self.send(id=message["id"], error={"code": -32601, "message": "no method " + method})
            if method == "shutdown":
                sys.exit(0)
