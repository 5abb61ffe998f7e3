// An append-only file of rows, for stores that a framework keeps in memory: a row is on disk before append
// returns, and what other processes wrote is seen at the next read.
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

export class Rows {
  #file;
  #at = 0;

  constructor(file) {
    this.#file = file;
    appendFileSync(file, '');
  }

  append(row) {
    appendFileSync(this.#file, serialize(row).toString('base64') + '\n');
  }

  // unread gives the rows since the last reading, one's own too. A line without its end is left for later.
  unread() {
    const fd = openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - this.#at));
      readSync(fd, bytes, 0, bytes.length, this.#at);
      const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
      this.#at += whole.length;
      return whole.toString().split('\n').filter(Boolean).map((line) => deserialize(Buffer.from(line, 'base64')));
    } finally {
      closeSync(fd);
    }
  }
}
