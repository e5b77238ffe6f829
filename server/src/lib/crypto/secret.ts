import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A string that can't be printed by accident: every conversion to a string returns `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    if (value === '') throw new TypeError("A secret can't be empty.");
    this.#value = value;
  }

  /** Returns the actual value. Review every use of this method. */
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
