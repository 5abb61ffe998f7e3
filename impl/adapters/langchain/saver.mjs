// LangGraph's MemorySaver, whose rows are in a file too. Like the SQL checkpointers it reads before each use, keeps the first
// of two ordinary writes of one place, and replaces the writes that LangGraph numbers below zero.
import { Rows } from '../kit/node/kit.mjs';
import { MemorySaver } from '@langchain/langgraph';

const numbered = (key) => Number(key.slice(key.lastIndexOf(',') + 1)) >= 0;

export class FileSaver extends MemorySaver {
  #rows;

  constructor(file) {
    super();
    this.#rows = new Rows(file);
  }

  #read() {
    for (const { thread, space, id, checkpoint, place, writes } of this.#rows.unread()) {
      if (checkpoint) ((this.storage[thread] ??= {})[space] ??= {})[id] = checkpoint;
      const known = place && (this.writes[place] ??= {});
      for (const [key, write] of Object.entries(writes ?? {})) if (!(numbered(key) && key in known)) known[key] = write;
    }
  }

  async getTuple(config) {
    this.#read();
    return super.getTuple(config);
  }

  async *list(config, options) {
    this.#read();
    yield* super.list(config, options);
  }

  async put(config, ...rest) {
    const stored = await super.put(config, ...rest);
    const { thread_id: thread, checkpoint_ns: space = '', checkpoint_id: id } = stored.configurable;
    this.#rows.append({ thread, space, id, checkpoint: this.storage[thread][space][id] });
    return stored;
  }

  async putWrites(config, ...rest) {
    this.#read();
    await super.putWrites(config, ...rest);
    const { thread_id: thread, checkpoint_ns: space = '', checkpoint_id: id } = config.configurable;
    const place = JSON.stringify([thread, space, id]);
    this.#rows.append({ place, writes: { ...this.writes[place] } });
  }
}
