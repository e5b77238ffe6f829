import {
  openOutput,
  readAttempts,
  runLimits,
  type StepAttempt,
  type StepRow,
  sealOutput,
} from '../../core/runs/index.ts';
import { createMask, type Mask } from '../../core/secrets/index.ts';
import type { CompiledStep } from '../../core/workflows/index.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import type { ApprovalId, RunId } from '../../lib/ids.ts';
import { parseOwnJson } from '../../lib/json.ts';
import type { Place, StepFailure } from './signals.ts';

/**
 * `attempts` is set only for a step that made outbound calls, `calledRun` only for one that called a workflow, `approval`
 * only for one that asked people.
 */
export interface StepValues {
  readonly shownInput: unknown;
  readonly output?: unknown;
  readonly shownOutput?: unknown;
  readonly attempts?: readonly StepAttempt[];
  readonly calledRun?: RunId;
  readonly approval?: ApprovalId;
}

/** Returns the values that a step's row keeps from when the step started. */
export const lastingValues = ({ input, calledRun, approval }: StepRow) => ({ input, calledRun, approval });

/** The steps that are stored already. */
interface StoredSteps {
  readonly size: number;
  get(path: string): { readonly row: StepRow } | undefined;
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
    { shownInput, output, shownOutput, attempts, calledRun, approval }: StepValues,
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
      errorCode: null,
      isHandled: false,
      calledRun: calledRun ?? null,
      approval: approval ?? null,
      attempts: attempts === undefined ? null : this.#masked(JSON.stringify(attempts)),
    };
  }

  /**
   * Builds the rows of a failed step and of the loops that end with it because a step around them handles the failure.
   * `known` contains the rows before. An input that is too large to store is omitted.
   */
  recordFailure(failure: StepFailure, known: StoredSteps, endedAt: Date): StepRow[] {
    const { step, path, startedAt, code, shownInput, left, isHandled, loops } = failure;
    const before = known.get(path)?.row;
    const attempts = left?.attempts ?? (before?.attempts ? readAttempts(before) : undefined);
    const at = {
      path,
      position: before?.position ?? known.size,
      startedAt,
      endedAt,
      status: 'failed' as const,
    };
    const facts = { error: this.maskText(failure.message), errorCode: code, isHandled };
    const values = { shownInput, ...left, ...(attempts && { attempts }) };
    const kept = before && lastingValues(before);
    const row = { ...this.#recordSmall(step, at, values), ...facts, ...kept };
    return [row, ...(isHandled ? loops : []).flatMap((loop) => this.#endLoop(loop, known, endedAt))];
  }

  #endLoop({ path }: Place, known: StoredSteps, endedAt: Date): StepRow[] {
    const row = known.get(path)?.row;
    if (!row) return [];
    const ended = { status: 'failed', endedAt, output: null, sealedOutput: null } as const;
    return [{ ...row, ...ended, error: 'A step inside the loop failed.', isHandled: true }];
  }

  /** Like `record`, but omits values that are too large to store. */
  #recordSmall(step: CompiledStep, at: Parameters<StepRecorder['record']>[1], values: StepValues): StepRow {
    try {
      return this.record(step, at, values);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const { attempts = [] } = values;
      return this.record(step, at, { shownInput: undefined, attempts });
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
