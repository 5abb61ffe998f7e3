"""What several processes know together, in a file of facts that is only appended to.

A fact is a line of JSON, appended in one write; the order in the file is the order of events. Whether a
fact counts follows from the lines before it, so all processes say the same: of two that spend one
approval, the one whose line comes first does. Nothing is locked, so a process that is killed blocks nobody.
"""
import json
import os

# From where a question goes to a state.
FROM = {"approved": ["pending"], "used": ["approved"], "denied": ["pending", "approved"], "expired": ["pending", "approved"]}


class Facts:
    def __init__(self, folder):
        path = os.path.join(folder, "facts")
        self.end, self.news = open(path, "ab", buffering=0), open(path, "rb")
        self.questions = {}  # by request
        self.lost = {}  # by act, its newest call, as long as nobody knows whether that happened

    def record(self, kind, request=None, **more):
        """Append a fact and return its mark, or None if it does not count. By then it outlives this process."""
        mark = os.urandom(16).hex()
        fact = json.dumps({"kind": kind, "request": request, "mark": mark, **more})
        self.end.write(f"\n{fact}\n".encode())  # a line that a kill cut short ends here
        if kind == "used":
            os.fsync(self.end.fileno())  # before a call goes out, its spend outlives the machine as well
        return self.learn(mark)

    def learn(self, mark=None):
        """Read on to the end, or to the fact with this mark."""
        while (line := self.news.readline()).endswith(b"\n"):
            try:
                fact = json.loads(line)
            except ValueError:
                continue  # empty, or cut short: half an object is no JSON
            counts = self.apply(**fact)
            if fact["mark"] == mark:
                return counts
        self.news.seek(-len(line), os.SEEK_CUR)  # it is still being written
        if mark:
            raise OSError("a fact was not written whole")
        return None

    def apply(self, kind, request, mark, **more):
        if kind == "asked":
            self.questions[mark] = more  # the mark is the address of the question
        elif request:
            question = self.questions[request]
            if question["state"] not in FROM[kind]:
                return None
            question["state"] = kind
        if kind == "used":
            self.lost[more["same"]] = mark
        elif kind == "answered" and self.lost.get(more["same"]) == more["call"]:
            del self.lost[more["same"]]
        return mark

    def question(self, request, now):
        """The question as it stands. What one process finds expired is so for all, whatever their clocks say."""
        self.learn()
        self.expire(request, now)
        return self.questions.get(request)

    def overdue(self, now):
        self.learn()
        return [request for request in list(self.questions) if self.expire(request, now)]

    def expire(self, request, now):
        question = self.questions.get(request)
        over = question and question["state"] in FROM["expired"] and now >= question["expires"]
        return over and self.record("expired", request)
