import { runLimits, type StepRow } from '../../core/runs/index.ts';
import type { RenderScope } from '../../core/templating/index.ts';
import { type CompiledStep, definitionOf, RenderFailure } from '../../core/workflows/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { HarkError, isRefusal } from '../../lib/errors.ts';
import { parseExactJson } from '../../lib/json.ts';
import { type KnownSteps, stepSize } from './completed-steps.ts';
import type { ComputingTime } from './cpu-budget.ts';
import { failureCodeOf } from './failure-code.ts';
import type { RunContext } from './run-context.ts';
import { CeilingReached, type Place, StepFailure } from './signals.ts';
import { lastingValues, type StepRecorder, type StepValues } from './step-record.ts';

/** `most` limits the number of steps in one pass, and `computing` limits their CPU time. */
export interface TrailParts {
  readonly runContext: RunContext;
  readonly known: KnownSteps;
  readonly recorder: StepRecorder;
  readonly clock: Clock;
  readonly most: number;
  readonly computing: ComputingTime;
}

export class Trail {
  readonly rows = new Map<string, StepRow>();
  /** True once a step has used the transaction, so the lock was taken before any later step starts. */
  hasActed = false;
  readonly #parts: TrailParts;
  readonly #data: Record<string, unknown>;
  readonly #outputs: Record<string, { output: unknown }> = Object.create(null);
  readonly #variables: Record<string, unknown>;
  #begun = 0;
  #newBytes = 0;
  #done = 0;

  constructor(parts: TrailParts) {
    const { run, secrets } = parts.runContext;
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

  /** Whether the pass has reached its limits. A pass always allows at least one step. */
  get isFull(): boolean {
    const { most, computing } = this.#parts;
    return this.#done >= most || (this.#done > 0 && computing.isUsedUp);
  }

  /** Masks strings derived from a secret. */
  hide(texts: readonly string[]): void {
    this.#parts.recorder.hide(texts);
  }

  now(): Date {
    return this.#parts.clock.now();
  }

  /** Returns the row that an earlier pass stored for a step. */
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

  /** Runs `work` with a variable, such as a loop's item, and restores what the name meant before. */
  async withVariable<T>(name: string, value: unknown, work: () => Promise<T>): Promise<T> {
    const before = this.#variables[name];
    this.#variables[name] = value;
    try {
      return await work();
    } finally {
      if (before === undefined) delete this.#variables[name];
      else this.#variables[name] = before;
    }
  }

  scopeAt(startedAt: Date): RenderScope {
    return {
      variables: this.#variables,
      nowMs: startedAt.getTime(),
      zone: this.#parts.runContext.run.zone,
      clockMs: () => performance.now(),
    };
  }

  /** Turns a workflow error into a failure of this step; service problems pass through. */
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
      const code = error instanceof CeilingReached ? 'limit' : failureCodeOf(error);
      throw new StepFailure(error.message, { ...place, code, shownInput: shownInput(), isRace }, error);
    }
  }

  /** Adds a step to the rows. @throws CeilingReached if the run exceeds a limit (spec/runs §3.2) */
  store({ step, path, startedAt }: Place, status: StepRow['status'], values: StepValues): void {
    const { known, recorder } = this.#parts;
    const before = this.rows.get(path) ?? known.get(path)?.row;
    const position = before?.position ?? known.size + this.#begun++;
    const endedAt = status === 'succeeded' ? this.now() : null;
    const recorded = recorder.record(step, { path, position, startedAt, endedAt, status }, values);
    const row = before ? { ...recorded, ...lastingValues(before) } : recorded;
    this.rows.set(path, row);
    this.#newBytes += stepSize(row) - (before ? stepSize(before) : 0);
    this.#done++;
    if (known.storedBytes + this.#newBytes > runLimits.storedBytes) {
      throw new CeilingReached('The inputs and outputs of all steps in a run can total at most 16 MiB.');
    }
    if (position >= runLimits.steps) throw new CeilingReached('A run can execute at most 10,000 steps.');
  }
}
