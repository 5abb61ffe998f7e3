"""The adapter protocol: JSON-RPC 2.0, a message a line, on standard input and output.

Nothing here knows your framework. Import it first: it takes standard output for itself.
"""
import json
import os
import sys
import traceback

out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
os.dup2(2, 1)  # whatever the framework prints goes to the log


class Refused(Exception):
    """The tool refused, or failed before anything happened."""


class Lost(Exception):
    """The tool's reply was lost: nobody knows what happened."""


class Wire:
    """Serves one request after the other; those that come while an answer is awaited have to wait."""

    def __init__(self):
        self.now = 0  # the harness's clock, in milliseconds: there is no other
        self.last, self.queue = 0, []
        self.sent = self.done = self.lost = 0  # effects of the request that is served

    def ask(self, method, params):
        """Send a request, and wait for its answer."""
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        while "method" in (message := self.read()):
            self.queue.append(message)
        error = message.get("error")
        said = (error.get("data") if error else message["result"]) or {}
        self.now = said.get("now", self.now)
        return said.get("result"), error and error["code"]

    def effect(self, params):
        """The external call: a tool's body. It counts when it is sent."""
        self.sent += 1
        result, error = self.ask("effect", params)
        if error == -32010:
            raise Refused("the tool refused")
        if error:
            self.lost += 1
            raise Lost("the tool's reply was lost")
        self.done += 1
        return result

    def show(self, params):
        """The question, as the person sees it."""
        self.ask("show", params)

    def act(self, work):
        """Do some work, and tell by the effects that were sent what became of it. Work gives what else the
        answer says: request where it asked, code and message where it wants."""
        self.sent = self.done = self.lost = 0
        more = {}
        try:
            more = work() or {}
        except Exception as problem:
            traceback.print_exc()  # to the log
            more = {"code": "exception", "message": str(problem) or type(problem).__name__}
        if self.lost:
            status = "unknown"
        elif self.done:
            status = "executed"
        elif self.sent:
            status = "failed"
        else:
            status = "pending" if "request" in more else "refused"
        return {"status": status, **more}

    def serve(self, hello, adapter):
        """Answer requests until there are no more."""
        while True:
            message = self.queue.pop(0) if self.queue else self.read()
            method, params = message["method"], message.get("params") or {}
            self.now = params.get("now", self.now)
            answer = {"initialize": lambda p: hello, "shutdown": lambda p: {}, **adapter}.get(method)
            if answer is None:
                self.send(id=message["id"], error={"code": -32601, "message": "no method " + method})
            else:
                self.send(id=message["id"], result=answer(params))
            if method == "shutdown":
                return

    def read(self):
        line = sys.stdin.buffer.readline()
        return json.loads(line) if line else sys.exit(0)

    def send(self, **message):
        out.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        out.flush()
