"""A page as a gate sees it: what is declared, at which level that is asked about, and what a call comes to.

Nothing is decided here, and nobody is asked: what a call comes to is its steps, and why they cannot be done.
"""
from types import SimpleNamespace as Record

from wire import canonical

NONE, ASK, ALWAYS = 0, 1, 2  # how often a person is asked
MOST = 256  # steps that a call may have; a composite that holds itself has no end
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "number": (int, float), "integer": int}


class Refused(Exception):
    """A call of which nothing can be done: code and cause."""


class Gone(Exception):
    """The page has nothing that a reference stands for."""


def find(entries, wanted):
    return next((e for e in entries if e["id"] == wanted and not e.get("connector")), None)


def answer(status, code=None, cause=None, **more):
    said = {"status": status, "code": code, "cause": cause, **more}
    return {k: v for k, v in said.items() if v is not None}


def at(value, pointer):
    """The value at a JSON pointer, in a list; an empty one if there is none."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        elif isinstance(value, dict) and token in value:
            value = value[token]
        else:
            return []
    return [value]


def lifetime(usual, *said):
    """The first time that is said at all; one that is not usable is over at once."""
    ms = next((t for t in said if t is not None), usual)
    return ms if type(ms) is int and 0 <= ms < 2**52 else 0


def fits(schema, value):
    """A part of JSON Schema. By a word that is not known here nothing fits."""
    if not isinstance(schema, dict):
        return schema is None or schema is True
    members, items = value if isinstance(value, dict) else {}, value if isinstance(value, list) else []
    known = {
        "type": lambda said: any(is_a(value, kind) for kind in ([said] if isinstance(said, str) else said)),
        "required": lambda said: value is not members or all(name in members for name in said),
        "properties": lambda said: all(fits(said[name], v) for name, v in members.items() if name in said),
        "items": lambda said: all(fits(said, v) for v in items),
        "enum": lambda said: canonical(value) in map(canonical, said),
        **dict.fromkeys(("title", "description", "default"), lambda said: True),
    }
    return all(word in known and known[word](said) for word, said in schema.items())


def is_a(value, kind):
    return isinstance(value, KINDS.get(kind, ())) and (type(value) is not bool or kind == "boolean")


class Page:
    def __init__(self, world, outside):
        self.world, self.outside = world, outside
        self.denied = set()  # session, principal and effect

    # What the page declares.
    def tool(self, name):
        return None if name in (self.world.get("guides") or []) else find(self.world["actions"], name)

    def level(self, run, action):
        """Unknown words count as the strictest, and what was denied is not done unasked under another name."""
        word, risk = action.get("confirm"), action.get("risk")
        quiet = risk == "read" or risk == "write" and self.world["confirmDefault"] == "danger"
        asked = {"none": NONE, "ask": ASK}.get(word, ALWAYS) if word else NONE if quiet else ASK
        return max(asked, ASK) if self.effect(run, action) in self.denied else asked

    def effect(self, run, action):
        return run.session, run.principal, action.get("effect") or action.get("id")

    def act(self, run, step):
        return canonical([run.principal, step.name, step.args])

    def reach(self, name):
        """An action and all that its steps may be, by name."""
        seen, left = {}, [name]
        while left:
            name = left.pop()
            if name not in seen:
                seen[name] = find(self.world["actions"], name) or {}
                left += [s["action"] for s in seen[name].get("steps") or []]
        return seen

    def contract(self, name):
        """The declaration of an action and of its steps, as one text."""
        free = ("description", "curated")
        return canonical({name: {k: v for k, v in a.items() if k not in free} for name, a in self.reach(name).items()})

    # What a call comes to: its steps, and whether they can be done.
    def resolved(self, value):
        if isinstance(value, dict) and list(value) == ["$ref"]:
            result, error = self.outside.ask("resolve", ref=value["$ref"]) if isinstance(value["$ref"], str) else (None, True)
            if error:
                raise Gone
            return result["value"]
        if isinstance(value, dict):
            return {k: self.resolved(v) for k, v in value.items()}
        return [self.resolved(v) for v in value] if isinstance(value, list) else value

    def look(self, run, step):
        """See what a step is now, and why it cannot be done. What was shown of its arguments stays."""
        step.action = self.tool(step.name) or {}
        step.human = step.action.get("handoff") is not None
        step.by = "user" if step.human else "agent"
        step.level = max(self.level(run, a) for a in (*step.inside[1:], step.action))
        try:
            canonical(step.written)
            if not step.shown:
                step.args = None
                step.args = self.resolved(step.written)
                canonical(step.args)
            usable = isinstance(step.args, dict) and fits(step.action.get("parameters"), step.args)
            step.problem = None if usable else ("arguments_invalid", None)
        except Gone:
            step.problem = ("HANDOFF_FAILED" if step.human else "arguments_invalid", "target")
        except (ValueError, RecursionError):
            step.problem = ("arguments_invalid", None)
        if not step.action:
            step.problem = ("policy_denied", "undeclared")

    def lay_out(self, run, name, written, inside=()):
        """Append the steps of an action, those of composites inside it in their place."""
        step = Record(name=name, written=written, inside=inside, args=None, shown=False, state="not-run", basis=None)
        self.look(run, step)
        if not inside:
            run.action, run.args = step.action, step.args
        if step.problem and (step.problem[1] != "target" or not inside) or len(run.steps) == MOST or len(inside) == MOST:
            raise Refused(*step.problem or ("policy_denied", "undeclared"))
        steps = [] if step.human else step.action.get("steps") or []
        for s in steps:
            self.lay_out(run, s["action"], s.get("arguments") or {}, (*inside, step.action))
        if not steps:
            run.steps.append(step)

    def highest(self, level, steps):
        return max([level] + [s.level for s in steps if not s.human and not s.problem])

    def tell(self, run):
        """Tell the agent about the page: what is asked about, and what a person does."""
        tools, text = [], ""
        for action in self.world["actions"]:
            if not action.get("connector") and self.tool(action["id"]):
                human = action.get("handoff") is not None
                asks = not human and any(self.level(run, a) for a in self.reach(action["id"]).values() if not a.get("handoff"))
                tools.append({"id": action["id"], "asks": asks, "handoff": human})
                note = "a person does this" if human else "a person is asked first" if asks else "runs at once"
                text += f"{action['id']}: {action['description']} ({note})\n"
        self.outside.ask("observe", tools=tools, text=text)

    # What is said of a run.
    def covered(self, run, step):
        """What lets a step run, apart from grants for it alone."""
        if run.basis and step.shown and step.level <= run.yes:
            return run.basis
        return "policy-none" if step.level == NONE else None

    def ledger(self, run):
        if not run.steps[0].inside and not run.steps[0].human:
            return None
        return [{"index": i, "step": s.name, "state": s.state, "by": s.by,
                 "basis": s.basis or ("handoff" if s.human else self.covered(run, s) or "answered")} for i, s in enumerate(run.steps)]

    def over(self, run, code, cause=None):
        begun = any(s.state not in ("not-run", "waiting") for s in run.steps)
        return answer("failed" if begun else "refused", code, cause, steps=self.ledger(run))
