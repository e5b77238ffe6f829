/**
 * How long steps may compute before what they have done is to be stored: whoever waits for the locks of their transaction does not wait
 * long. What they wait for themselves does not count.
 */
export class ComputingTime {
  readonly #mostMs: number;
  #spentMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  get isUsedUp(): boolean {
    return this.#spentMs > this.#mostMs;
  }

  /** Does `work`, of which the part before it first waits is counted. */
  spend<T>(work: () => T): T {
    const begunAt = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - begunAt;
    }
  }
}
