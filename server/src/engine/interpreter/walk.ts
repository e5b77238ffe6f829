import { runLimits, type StepRow } from '../../core/runs/index.ts';
import { type RenderScope, readMoment } from '../../core/templating/index.ts';
import { type CompiledStep, RenderFailure, resultOf } from '../../core/workflows/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { HarkError } from '../../lib/errors.ts';
import { type KnownSteps, sizeOf } from './known-steps.ts';
import type { RunWorld } from './run-world.ts';
import { type Boundary, StepFailure } from './signals.ts';
import type { StepRecorder } from './step-record.ts';

export type LeafStep = Exclude<CompiledStep, { type: 'branch' | 'for_each' | 'wait' | 'stop' }>;

/** What a step worked with and gave; `shown` where a secret is in it. */
export interface Done {
  readonly output: unknown;
  readonly shownOutput?: unknown;
}

/** Does what a step says, in the transaction of the walk. Reports its input before it acts. */
export type Act = (
  step: LeafStep,
  scope: RenderScope,
  reportInput: (shown: unknown) => void,
) => Promise<Done>;

/**
 * One pass over the steps from their beginning. What is stored already is taken as it is, which brings `__data` and
 * the outputs to where they were; what is not is done, until something ends the pass. It writes nothing by itself: `rows` is what the
 * transaction has to store.
 */
export class Walk {
  readonly rows = new Map<string, StepRow>();
  readonly #world: RunWorld;
  readonly #known: KnownSteps;
  readonly #recorder: StepRecorder;
  readonly #clock: Clock;
  readonly #act: Act;
  readonly #most: number;
  readonly #data: Record<string, unknown>;
  readonly #outputs: Record<string, { output: unknown }> = Object.create(null);
  readonly #variables: Record<string, unknown>;
  #begun = 0;
  #newBytes = 0;
  #done = 0;

  /** @param most how many steps this pass may do */
  constructor(
    world: RunWorld,
    known: KnownSteps,
    recorder: StepRecorder,
    clock: Clock,
    act: Act,
    most: number,
  ) {
    this.#world = world;
    this.#known = known;
    this.#recorder = recorder;
    this.#clock = clock;
    this.#act = act;
    this.#most = most;
    this.#data = Object.assign(Object.create(null), JSON.parse(world.run.input));
    const { name, baseUrl } = world.run.workspace;
    this.#variables = Object.assign(Object.create(null), {
      __data: this.#data,
      steps: this.#outputs,
      run: { id: world.run.id },
      workspace: { name, base_url: baseUrl, timezone: world.run.zone },
      secrets: Object.fromEntries(world.secrets),
    });
  }

  async run(): Promise<Boundary> {
    return (await this.#runAll(this.#world.workflow.steps, '')) ?? { kind: 'end', status: 'succeeded' };
  }

  async #runAll(steps: readonly CompiledStep[], turn: string): Promise<Boundary | undefined> {
    for (const step of steps) {
      const boundary = await this.#runOne(step, `${step.name}${turn}`, turn);
      if (boundary) return boundary;
    }
    return undefined;
  }

  #runOne(
    step: CompiledStep,
    path: string,
    turn: string,
  ): Promise<Boundary | undefined> | Boundary | undefined {
    switch (step.type) {
      case 'branch':
        return this.#branch(step, path, turn);
      case 'for_each':
        return this.#forEach(step, path, turn);
      case 'wait':
        return this.#wait(step, path);
      case 'stop':
        return this.#stop(step, path);
      default:
        return this.#leaf(step, path);
    }
  }

  async #leaf(step: LeafStep, path: string): Promise<Boundary | undefined> {
    const known = this.#known.get(path);
    if (known?.row.status === 'succeeded') return this.#keep(step, known.output());
    if (this.#done >= this.#most) return { kind: 'more' };
    const startedAt = this.#clock.now();
    let shownInput: unknown;
    const scope = this.#scope(startedAt);
    const done = await this.#attempt(
      step,
      path,
      startedAt,
      () => shownInput,
      async () => {
        const { output, shownOutput } = await this.#act(step, scope, (shown) => {
          shownInput = shown;
        });
        this.#store(step, path, startedAt, 'succeeded', { shownInput, output, shownOutput });
        return output;
      },
    );
    return this.#keep(step, done);
  }

  async #branch(
    step: Extract<CompiledStep, { type: 'branch' }>,
    path: string,
    turn: string,
  ): Promise<Boundary | undefined> {
    const known = this.#known.get(path);
    let decision = known?.output() as { taken: 'then' | 'else' } | undefined;
    if (!decision) {
      if (this.#done >= this.#most) return { kind: 'more' };
      const startedAt = this.#clock.now();
      const scope = this.#scope(startedAt);
      decision = await this.#attempt(
        step,
        path,
        startedAt,
        () => undefined,
        async () => {
          const isTrue = resultOf(step.if.template, step.if.path, scope);
          const taken = { taken: isTrue ? ('then' as const) : ('else' as const) };
          this.#store(step, path, startedAt, 'succeeded', { shownInput: undefined, output: taken });
          return taken;
        },
      );
    }
    this.#keep(step, decision);
    return this.#runAll(decision.taken === 'then' ? step.whenTrue : step.whenFalse, turn);
  }

  /** Its items are stored when it begins: they must be the same when a later segment goes on with it. */
  async #forEach(
    step: Extract<CompiledStep, { type: 'for_each' }>,
    path: string,
    turn: string,
  ): Promise<Boundary | undefined> {
    const known = this.#known.get(path);
    const isOver = known?.row.status === 'succeeded';
    const startedAt = known?.row.startedAt ?? this.#clock.now();
    let items: readonly unknown[] | undefined;
    if (known && !isOver) items = known.output() as readonly unknown[];
    if (!items && !isOver) {
      if (this.#done >= this.#most) return { kind: 'more' };
      const scope = this.#scope(startedAt);
      items = await this.#attempt(
        step,
        path,
        startedAt,
        () => undefined,
        async () => {
          const { value, shown } = step.items.render(scope);
          const list = listOf(value);
          // While it runs, its row keeps the items where its output will be.
          this.#store(step, path, startedAt, 'running', { shownInput: { items: shown }, output: list });
          return list;
        },
      );
    }
    const outputs: unknown[] = [];
    const last = step.steps.at(-1);
    const count = isOver ? (known.output() as unknown[]).length : (items?.length ?? 0);
    for (let index = 0; index < count; index++) {
      this.#variables[step.as] = items?.[index];
      const boundary = await this.#runAll(step.steps, turn === '' ? `#${index}` : `${turn}.${index}`);
      if (boundary) return boundary;
      outputs.push(last ? this.#outputs[last.name]?.output : null);
    }
    delete this.#variables[step.as];
    if (isOver) return this.#keep(step, known.output());
    if (this.#done >= this.#most) return { kind: 'more' };
    await this.#attempt(
      step,
      path,
      startedAt,
      () => undefined,
      async () => this.#store(step, path, startedAt, 'succeeded', { shownInput: undefined, output: outputs }),
    );
    return this.#keep(step, outputs);
  }

  async #wait(step: Extract<CompiledStep, { type: 'wait' }>, path: string): Promise<Boundary | undefined> {
    const known = this.#known.get(path);
    if (known?.row.status === 'succeeded') return this.#keep(step, null);
    const startedAt = known?.row.startedAt ?? this.#clock.now();
    let until = known ? new Date((known.output() as { until: string }).until) : undefined;
    if (!until) {
      if (this.#done >= this.#most) return { kind: 'more' };
      const scope = this.#scope(startedAt);
      until = await this.#attempt(
        step,
        path,
        startedAt,
        () => undefined,
        async () => {
          const { value } = step.time.render(scope);
          const moment = readMoment(step.by, value, scope);
          if (!moment.ok) throw new RenderFailure(`${step.by}: ${moment.message}`);
          if (moment.ms - startedAt.getTime() > runLimits.waitMs) {
            throw new RenderFailure(`${step.by}: A run waits at most a year.`);
          }
          const date = new Date(moment.ms);
          this.#store(step, path, startedAt, 'waiting', {
            shownInput: { until: date },
            output: { until: date },
          });
          return date;
        },
      );
    }
    if (until > this.#clock.now()) return { kind: 'wait', until };
    if (this.#done >= this.#most) return { kind: 'more' };
    const output = { until };
    await this.#attempt(
      step,
      path,
      startedAt,
      () => undefined,
      async () => this.#store(step, path, startedAt, 'succeeded', { shownInput: undefined, output }),
    );
    return this.#keep(step, null);
  }

  async #stop(step: Extract<CompiledStep, { type: 'stop' }>, path: string): Promise<Boundary> {
    if (this.#done >= this.#most) return { kind: 'more' };
    const startedAt = this.#clock.now();
    const scope = this.#scope(startedAt);
    const message = await this.#attempt(
      step,
      path,
      startedAt,
      () => undefined,
      async () => {
        const { value, shown } = step.message.render(scope);
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        this.#store(step, path, startedAt, 'succeeded', { shownInput: { message: shown } });
        return step.holdsSecret ? '[secret]' : text;
      },
    );
    return { kind: 'end', status: step.as, ...(message === '' ? {} : { message }) };
  }

  /** Puts what a step gave where later ones find it; a `set` also into `__data`. */
  #keep(step: CompiledStep, output: unknown): undefined {
    this.#outputs[step.name] = { output };
    if (step.type === 'set') Object.assign(this.#data, output);
  }

  #scope(startedAt: Date): RenderScope {
    return {
      variables: this.#variables,
      nowMs: startedAt.getTime(),
      zone: this.#world.run.zone,
      clockMs: () => performance.now(),
    };
  }

  /** Turns whatever is the workflow's own fault into the failure of this step; troubles of the service pass through. */
  async #attempt<T>(
    step: CompiledStep,
    path: string,
    startedAt: Date,
    shownInput: () => unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isOwn =
        error instanceof RenderFailure ||
        error instanceof RangeError ||
        (error instanceof HarkError && error.kind !== 'unavailable' && error.kind !== 'fault');
      if (!isOwn) throw error;
      const isRace =
        error instanceof HarkError && (error.code === 'value_taken' || error.kind === 'conflict');
      throw new StepFailure(
        error.message,
        { step, path, startedAt, shownInput: shownInput(), isRace },
        error,
      );
    }
  }

  #store(
    step: CompiledStep,
    path: string,
    startedAt: Date,
    status: StepRow['status'],
    values: { shownInput: unknown; output?: unknown; shownOutput?: unknown },
  ): void {
    const before = this.rows.get(path) ?? this.#known.get(path)?.row;
    const position = before?.position ?? this.#known.size + this.#begun++;
    const endedAt = status === 'succeeded' ? this.#clock.now() : null;
    const recorded = this.#recorder.record(step, { path, position, startedAt, endedAt, status }, values);
    const row = before ? { ...recorded, input: before.input } : recorded;
    this.rows.set(path, row);
    this.#newBytes += sizeOf(row) - (before ? sizeOf(before) : 0);
    this.#done++;
    if (this.#known.storedBytes + this.#newBytes > runLimits.storedBytes) {
      throw new RangeError('The steps of a run can read and give at most 16 MiB together.');
    }
    if (position >= runLimits.steps) throw new RangeError('A run can do at most 10,000 steps.');
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : undefined;
  if (!list) throw new RenderFailure('items: This is no list.');
  if (list.length > runLimits.loopItems) {
    throw new RenderFailure(`items: A loop has at most ${runLimits.loopItems} items.`);
  }
  return list;
}
