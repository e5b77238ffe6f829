import { HarkError } from './errors.ts';

interface Line {
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets everybody have so many things under way at once; what is more waits for its turn, in order, and holds nothing meanwhile. So
 * nobody takes what all share for himself alone.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;
  readonly #mostWaiting: number;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
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
      // Whoever waited takes the place over: nobody gets in between.
      if (next) next();
      else if (--line.busy === 0) this.#lines.delete(name);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= this.#mostWaiting) {
      const message = 'You have asked for too much at once. Wait for what is under way.';
      throw new HarkError('too-many', 'too_many_at_once', message, { retryAfterSeconds: 1 });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }
}
