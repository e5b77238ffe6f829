/**
 * Lets concurrent callers share one read. The read always starts after their calls, so the result is never
 * stale: callers that arrive during a read share the next one.
 */
export class SharedReads<Value> {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Value>>();

  read(name: string, start: () => Promise<Value>): Promise<Value> {
    const next = this.#next.get(name);
    if (next !== undefined) return next;
    const present = this.#underWay.get(name);
    if (present === undefined) return this.#begin(name, start);
    const waiting = present.then(() => {
      this.#next.delete(name);
      return this.#begin(name, start);
    });
    this.#next.set(name, waiting);
    return waiting;
  }

  #begin(name: string, start: () => Promise<Value>): Promise<Value> {
    const reading = start();
    const forget = () => this.#underWay.delete(name);
    this.#underWay.set(name, reading.then(forget, forget));
    return reading;
  }
}
