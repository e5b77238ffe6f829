import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A text that can't be printed by accident: every conversion to text returns `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    if (value === '') throw new TypeError('A secret cannot be empty.');
    this.#value = value;
  }

  /** Every use of this deserves a review. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}
