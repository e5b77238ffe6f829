import { openOutput, runLimits, type StepAttempt, type StepRow, sealOutput } from '../../core/runs/index.ts';
import { createMask, type Mask } from '../../core/secrets/index.ts';
import type { CompiledStep } from '../../core/workflows/index.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { parseOwnJson } from '../../lib/json.ts';

/** `attempts` is set only for a step that made outbound calls. */
export interface StepValues {
  readonly shownInput: unknown;
  readonly output?: unknown;
  readonly shownOutput?: unknown;
  readonly attempts?: readonly StepAttempt[];
}

/** Builds the rows for steps. A value that contains a secret is shown masked and stored encrypted. */
export class StepRecorder {
  readonly #key: InstallationKey;
  #mask: Mask = (text) => text;
  readonly #masks = new Set<Mask>();
  readonly #hidden = new Set<string>();

  constructor(key: InstallationKey, mask: Mask) {
    this.#key = key;
    this.addMask(mask);
  }

  addMask(mask: Mask): void {
    if (this.#masks.has(mask)) return;
    this.#masks.add(mask);
    const inner = this.#mask;
    this.#mask = (text) => inner(mask(text));
  }

  /** Masks strings derived from a secret, before the secret is sent outside. */
  hide(texts: readonly string[]): void {
    const fresh = texts.filter((text) => text !== '' && !this.#hidden.has(text));
    if (fresh.length === 0) return;
    for (const text of fresh) this.#hidden.add(text);
    this.addMask(createMask(fresh));
  }

  /** Builds a step's row. @throws RangeError if a value is too large to store */
  record(
    step: CompiledStep,
    at: Pick<StepRow, 'path' | 'position' | 'startedAt' | 'endedAt' | 'status'>,
    { shownInput, output, shownOutput, attempts }: StepValues,
  ): StepRow {
    const text = textOf(output);
    const shown = this.#masked(shownOutput === undefined ? text : textOf(shownOutput));
    return {
      ...at,
      name: step.name,
      type: step.type,
      input: this.#masked(textOf(shownInput)),
      output: shown,
      sealedOutput: text === null || shown === text ? null : sealOutput(this.#key, text),
      error: null,
      attempts: attempts === undefined ? null : this.#masked(JSON.stringify(attempts)),
    };
  }

  /** Builds a failed step's row. An input that is too large to store is omitted. */
  recordFailure(
    step: CompiledStep,
    at: Pick<StepRow, 'path' | 'position' | 'startedAt' | 'endedAt'>,
    values: StepValues,
    error: string,
  ): StepRow {
    const failed = { ...at, status: 'failed' as const };
    try {
      return { ...this.record(step, failed, values), error };
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const { attempts = [] } = values;
      return { ...this.record(step, failed, { shownInput: undefined, attempts }), error };
    }
  }

  /** Masks secrets in the error message of a failed step, because it may quote anything. */
  maskText(text: string): string {
    return this.#mask(text).replaceAll('\u0000', '').toWellFormed();
  }

  /** Returns a stored step's output, including its secrets. */
  outputOf({ output, sealedOutput }: StepRow): unknown {
    const text = sealedOutput === null ? output : openOutput(this.#key, sealedOutput);
    return text === null ? null : parseOwnJson(text);
  }

  #masked(text: string | null): string | null {
    return text === null ? null : this.#mask(text);
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value) ?? 'null';
  if (Buffer.byteLength(text) > runLimits.valueBytes) {
    throw new RangeError("A step's input and output can each be at most 1 MiB.");
  }
  return text;
}
