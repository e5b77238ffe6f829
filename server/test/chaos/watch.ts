/** What callers saw of one kind of fault, over all times that it happened. */
export interface CallersView {
  times: number;
  /** By kind: the status, or the name of what happened to the connection. */
  errors: Record<string, number>;
  /** The longest time without an answer of 2xx. */
  largest_gap_ms: number;
}

/** Where errors are counted that no fault explains. */
export const calm = 'calm';

/** Counts what callers see, for the fault that is going on. */
export class Watch {
  readonly #views = new Map<string, CallersView>();
  #current = calm;
  #lastAnswerAt: number | undefined;

  /** From now on everything is laid to this fault, until the next `begin`. */
  begin(fault: string, now: number): void {
    this.#current = fault;
    this.#view().times++;
    // The gap of a fault begins with it, however long nobody was answered before.
    this.#lastAnswerAt = now;
  }

  answered(now: number): void {
    const view = this.#view();
    view.largest_gap_ms = Math.max(view.largest_gap_ms, Math.round(now - (this.#lastAnswerAt ?? now)));
    this.#lastAnswerAt = now;
  }

  failed(kind: string): void {
    const { errors } = this.#view();
    errors[kind] = (errors[kind] ?? 0) + 1;
  }

  views(): ReadonlyMap<string, Readonly<CallersView>> {
    return this.#views;
  }

  #view(): CallersView {
    const known = this.#views.get(this.#current);
    if (known) return known;
    const view = { times: 0, errors: {}, largest_gap_ms: 0 };
    this.#views.set(this.#current, view);
    return view;
  }
}
