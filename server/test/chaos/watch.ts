/** What callers saw during one kind of fault, over all its occurrences. */
export interface CallersView {
  times: number;
  /** The number of errors by status or connection error. */
  errors: Record<string, number>;
  /** The longest time without a 2xx response. */
  largest_gap_ms: number;
}

/** The name under which errors outside of any fault are counted. */
export const calm = 'calm';

/** Counts what callers see during the current fault. */
export class Watch {
  readonly #views = new Map<string, CallersView>();
  #current = calm;
  #lastAnswerAt: number | undefined;

  /** Attributes everything that happens to this fault, until the next `begin`. */
  begin(fault: string, now: number): void {
    this.#current = fault;
    this.#view().times++;
    // A gap starts when its fault starts, regardless of when the last response arrived.
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
