#!/usr/bin/env python3
"""An adapter between a framework's approvals and the adapter protocol.

System stands where the framework goes. Replace it step by step (1 to 5 below), and after each step:
    probe doctor adapter.json
"""
import re
import sys
import uuid

sys.dont_write_bytecode = True
import wire  # before the framework: it takes standard output for itself

# 1. Import the framework here, and give its real name and version in HELLO: read that with importlib.metadata.version, so
# that what is told is what is judged. It has to be the one that adapter.json pins.

HELLO = {
    "protocol": "1",
    "gate": {"name": {{.Quoted}}, "version": "0.0.0"},
    # 5. What the framework promises. Declare what it takes or documents; what is left out is reported, not failed.
    "chapters": {{.Chapters}},
    "binds": {{.Binds}},
    "features": {{.Features}},
}


class System:
    """A stand-in for the framework: it asks before it runs a tool, and holds what it asked about in memory. It
    knows neither people nor conversations nor time. It is not yours to judge: replace it.
    """

    def __init__(self, tools):
        self.tools, self.waiting = tools, {}

    def run(self, name, arguments):
        """Run a tool, or give the id of the question that was asked instead."""
        body, asks = self.tools[name]
        if not asks:
            body(arguments)
            return None
        request = str(uuid.uuid4())
        self.waiting[request] = body, arguments
        return request

    def answer(self, request, yes):
        body, arguments = self.waiting.pop(request)
        if yes:
            body(arguments)


link = wire.Wire()
system, world = None, None


def tool_name(connector, action):
    """A name that providers take. No two acts have the same one."""
    return re.sub(r"[^A-Za-z0-9-]", lambda c: f"_{ord(c[0]):x}_", f"{connector}/{action}")


def mode(action):
    """How the framework is set up for an action: ask, run, or absent. That is configuration, not a check."""
    rank = {"read": 0, "write": 1, "admin": 2}
    connector = next((c for c in world["connectors"] if c["id"] == action.get("connector")), None)
    scope = rank.get(action["scope"], 2)
    if connector is None or not connector["enabled"] or scope > rank.get(connector["ceiling"], 0):
        return "absent"
    if not action["curated"] and connector["ceiling"] != "admin":
        return "absent"
    return "ask" if scope >= {"writes": 1, "admin": 2, "never": 3}.get(connector["confirm"], 0) else "run"


def tool(action):
    """2. A tool of the framework: its body sends effect and waits. Give it an open, raw schema (a strict one drops
    the names that it does not know), and pass the arguments on as they come."""
    def body(arguments):
        return link.effect({"connector": action["connector"], "action": action["id"], "arguments": arguments})
    return body, mode(action) == "ask"


def open_place(p):
    """A new history: nothing is remembered. A framework's store goes into p["stateDir"], where nothing is deleted."""
    global system, world
    world = p["world"]
    system = System({tool_name(a["connector"], a["id"]): tool(a)
                     for a in world["actions"] if mode(a) != "absent"})
    return {}


def call(p):
    """3. The model asks for a tool: script one that emits exactly this call, and run the framework."""
    c = p["call"]

    def work():
        request = system.run(tool_name(c.get("connector"), c["action"]), c.get("arguments"))
        if request is None:
            return {}
        link.show({"request": request, "kind": "approval", "action": c["action"], "preview": c.get("arguments"),
                   "marks": [], "options": ["allow", "deny"]})
        return {"code": "confirmation_required", "request": request}

    return link.act(work)


def decide(p):
    """4. The person answers: give request and decision to the framework as they are. Check nothing here."""
    def work():
        system.answer(p.get("request"), p.get("decision") == "allow")
        return {"code": "denied"} if p.get("decision") == "deny" else {}

    return link.act(work)


link.serve(HELLO, {"open": open_place, "call": call, "decide": decide})
