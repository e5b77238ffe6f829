/** Limits how long a transaction holds locks while its steps compute. Time spent waiting doesn't count. */
export class ComputingTime {
  readonly #mostMs: number;
  #spentMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  get isUsedUp(): boolean {
    return this.#spentMs > this.#mostMs;
  }

  /** Counts only the synchronous part of `work`, before its first `await`. */
  spend<T>(work: () => T): T {
    const begunAt = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - begunAt;
    }
  }
}
