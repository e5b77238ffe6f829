import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A text that cannot be printed by accident: every way of turning it into text says `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    if (value === '') throw new TypeError('A secret cannot be empty.');
    this.#value = value;
  }

  /** The value itself. Every use of this is a place to review. */
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
