/** Keeps the latest `most` entries and evicts the oldest. */
export class Recent<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    return this.#entries.get(name);
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#entries.entries();
  }

  set(name: string, value: Value): void {
    if (this.#entries.size >= this.#most && !this.#entries.has(name)) {
      this.#entries.delete(this.#entries.keys().next().value ?? '');
    }
    this.#entries.set(name, value);
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}
