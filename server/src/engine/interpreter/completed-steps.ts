import type { StepRow } from '../../core/runs/index.ts';
import type { StepRecorder } from './step-record.ts';

export interface KnownStep {
  readonly row: StepRow;
  output(): unknown;
}

export class KnownSteps {
  readonly #steps = new Map<string, KnownStep>();
  readonly #recorder: StepRecorder;
  /** The size of all inputs and outputs, for the run's size limit. */
  storedBytes = 0;

  constructor(rows: readonly StepRow[], recorder: StepRecorder) {
    this.#recorder = recorder;
    this.add(rows);
  }

  get(path: string): KnownStep | undefined {
    return this.#steps.get(path);
  }

  get size(): number {
    return this.#steps.size;
  }

  add(rows: readonly StepRow[]): void {
    for (const row of rows) {
      const before = this.#steps.get(row.path);
      this.storedBytes += stepSize(row) - (before ? stepSize(before.row) : 0);
      let output: { value: unknown } | undefined;
      this.#steps.set(row.path, {
        row,
        output: () => {
          output ??= { value: this.#recorder.outputOf(row) };
          return output.value;
        },
      });
    }
  }
}

export const stepSize = ({ input, output, sealedOutput }: StepRow): number =>
  Buffer.byteLength(input ?? '') + Buffer.byteLength(sealedOutput ?? '') + Buffer.byteLength(output ?? '');
