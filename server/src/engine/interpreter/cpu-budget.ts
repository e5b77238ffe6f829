/** Limits how long a transaction holds locks while its steps compute. Time spent waiting doesn't count. */
export class ComputingTime {
  readonly #maxMs: number;
  #spentMs = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  get isUsedUp(): boolean {
    return this.#spentMs > this.#maxMs;
  }

  /** Counts only the synchronous part of `work`, before its first `await`. */
  spend<T>(work: () => T): T {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - startedAt;
    }
  }
}
