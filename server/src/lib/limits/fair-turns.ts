import { HarkError } from '../errors.ts';

interface Line {
  busy: number;
  readonly waiting: (() => void)[];
}

/** Limits concurrency per name. Additional work queues in order; once `maxWaiting` is reached, it is rejected. */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;
  readonly #maxWaiting: number;

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { busy: 0, waiting: [] };
    this.#lines.set(name, line);
    if (line.busy < this.#atOnce) line.busy += 1;
    else await this.#wait(line);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      // The next in line takes over the slot, so no other caller can get in between.
      if (next) next();
      else if (--line.busy === 0) this.#lines.delete(name);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= this.#maxWaiting) {
      const message = 'Too many concurrent requests. Wait until some have finished, then try again.';
      throw new HarkError('too-many', 'too_many_at_once', message, { retryAfterSeconds: 1 });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }
}
