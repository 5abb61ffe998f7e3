// What several processes know together, in a file of facts that is only appended to. A fact is a line of
// JSON, appended in one write; the order in the file is the order of events. Whether a fact counts follows
// from the lines before it, so all processes say the same: of two that spend one question, the one whose
// line comes first does. Nothing is locked, so a process that is killed blocks nobody.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class Facts {
  questions = new Map(); // by request
  lost = new Map(); // by act, its newest call, as long as nobody knows whether that happened
  known = 0; // bytes of the file that were read

  constructor(folder) {
    this.path = join(folder, 'facts');
    appendFileSync(this.path, '');
  }

  // record appends a fact and returns its mark, or undefined if it does not count. By then it outlives
  // this process.
  record(kind, request, more) {
    const fact = { kind, request, mark: randomUUID(), ...more };
    const line = `\n${JSON.stringify(fact)}\n`; // a line that a kill cut short ends here
    appendFileSync(this.path, line, { flush: kind === 'used' }); // a spend outlives the machine too
    const counts = this.learn();
    if (!counts.has(fact.mark)) throw new Error('a fact was not written whole');
    return counts.get(fact.mark);
  }

  // learn reads on, and tells which of the new facts count, by mark. A line without an end is still being written.
  learn() {
    const counts = new Map();
    const news = readFileSync(this.path).subarray(this.known);
    const whole = news.subarray(0, news.lastIndexOf('\n') + 1);
    this.known += whole.length;
    for (const line of whole.toString().split('\n')) {
      let fact;
      try {
        fact = JSON.parse(line);
      } catch {
        continue; // empty, or cut short: half an object is no JSON
      }
      counts.set(fact.mark, this.apply(fact));
    }
    return counts;
  }

  apply({ kind, request, mark, ...more }) {
    if (kind === 'asked') this.questions.set(mark, more); // the mark is the address of the question
    else if (request !== undefined) {
      const question = this.questions.get(request);
      if (question.state !== 'pending') return undefined;
      question.state = kind; // used, denied or expired, and that is its last
    }
    if (kind === 'used') this.lost.set(more.same, mark);
    if (kind === 'answered' && this.lost.get(more.same) === more.call) this.lost.delete(more.same);
    return mark;
  }

  // question is a question as it stands. What one process finds expired is so for all, whatever their
  // clocks say.
  question(request, now) {
    this.learn();
    this.expire(request, now);
    return this.questions.get(request);
  }

  overdue(now) {
    this.learn();
    return [...this.questions.keys()].filter((request) => this.expire(request, now));
  }

  expire(request, now) {
    const question = this.questions.get(request);
    const over = question?.state === 'pending' && now >= question.expires;
    return over && this.record('expired', request) !== undefined;
  }
}
