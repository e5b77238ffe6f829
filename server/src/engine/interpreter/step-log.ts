import { runLimits, type StepRow } from '../../core/runs/index.ts';
import type { RenderScope } from '../../core/templating/index.ts';
import { type CompiledStep, definitionOf, RenderFailure } from '../../core/workflows/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { HarkError, isRefusal } from '../../lib/errors.ts';
import { parseExactJson } from '../../lib/json.ts';
import { type KnownSteps, stepSize } from './completed-steps.ts';
import type { ComputingTime } from './cpu-budget.ts';
import type { RunContext } from './run-context.ts';
import { StepFailure } from './signals.ts';
import type { StepRecorder, StepValues } from './step-record.ts';

/** `most` limits the steps of one pass, `computing` their CPU time. */
export interface TrailParts {
  readonly world: RunContext;
  readonly known: KnownSteps;
  readonly recorder: StepRecorder;
  readonly clock: Clock;
  readonly most: number;
  readonly computing: ComputingTime;
}

export interface Place {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
}

export class Trail {
  readonly rows = new Map<string, StepRow>();
  /** Whether a step has used the transaction, so that the lock was taken before later steps start. */
  hasActed = false;
  readonly #parts: TrailParts;
  readonly #data: Record<string, unknown>;
  readonly #outputs: Record<string, { output: unknown }> = Object.create(null);
  readonly #variables: Record<string, unknown>;
  #begun = 0;
  #newBytes = 0;
  #done = 0;

  constructor(parts: TrailParts) {
    const { run, secrets } = parts.world;
    this.#parts = parts;
    this.#data = parseExactJson(run.input) as Record<string, unknown>;
    this.#variables = Object.assign(Object.create(null), {
      __data: this.#data,
      steps: this.#outputs,
      run: { id: run.id },
      workspace: { name: run.workspace.name, base_url: run.workspace.baseUrl, timezone: run.zone },
      secrets: Object.fromEntries(secrets),
    });
  }

  /** Always allows at least one step. */
  get isFull(): boolean {
    const { most, computing } = this.#parts;
    return this.#done >= most || (this.#done > 0 && computing.isUsedUp);
  }

  /** Masks texts derived from a secret. */
  hide(texts: readonly string[]): void {
    this.#parts.recorder.hide(texts);
  }

  now(): Date {
    return this.#parts.clock.now();
  }

  /** The stored row of a step from an earlier pass. */
  known(path: string) {
    return this.#parts.known.get(path);
  }

  keep(step: CompiledStep, output: unknown): undefined {
    this.#outputs[step.name] = { output };
    if (definitionOf(step.type).addsToData) Object.assign(this.#data, output);
  }

  outputOf(name: string): unknown {
    return this.#outputs[name]?.output;
  }

  /** A loop's variable, valid for one iteration. */
  setVariable(name: string, value: unknown): void {
    this.#variables[name] = value;
  }

  removeVariable(name: string): void {
    delete this.#variables[name];
  }

  scopeAt(startedAt: Date): RenderScope {
    return {
      variables: this.#variables,
      nowMs: startedAt.getTime(),
      zone: this.#parts.world.run.zone,
      clockMs: () => performance.now(),
    };
  }

  /** Turns errors of the workflow into a failure of this step; problems of the service pass through. */
  async attempt<T>(
    place: Place,
    work: () => Promise<T> | T,
    shownInput: () => unknown = () => undefined,
  ): Promise<T> {
    try {
      return await this.#parts.computing.spend(work);
    } catch (error) {
      const isOwn = error instanceof RenderFailure || error instanceof RangeError || isRefusal(error);
      if (!isOwn) throw error;
      const isRace =
        error instanceof HarkError && (error.code === 'value_taken' || error.kind === 'conflict');
      throw new StepFailure(error.message, { ...place, shownInput: shownInput(), isRace }, error);
    }
  }

  /** Adds a step to the rows. @throws RangeError if the run exceeds a limit (spec/runs §3.2) */
  store({ step, path, startedAt }: Place, status: StepRow['status'], values: StepValues): void {
    const { known, recorder } = this.#parts;
    const before = this.rows.get(path) ?? known.get(path)?.row;
    const position = before?.position ?? known.size + this.#begun++;
    const endedAt = status === 'succeeded' ? this.now() : null;
    const recorded = recorder.record(step, { path, position, startedAt, endedAt, status }, values);
    const row = before ? { ...recorded, input: before.input } : recorded;
    this.rows.set(path, row);
    this.#newBytes += stepSize(row) - (before ? stepSize(before) : 0);
    this.#done++;
    if (known.storedBytes + this.#newBytes > runLimits.storedBytes) {
      throw new RangeError('The steps of a run can read and give at most 16 MiB together.');
    }
    if (position >= runLimits.steps) throw new RangeError('A run can do at most 10,000 steps.');
  }
}
