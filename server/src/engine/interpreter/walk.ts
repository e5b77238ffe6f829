import { runLimits, type StepRow } from '../../core/runs/index.ts';
import { type RenderScope, readMoment } from '../../core/templating/index.ts';
import { type CompiledStep, RenderFailure, resultOf } from '../../core/workflows/index.ts';
import type { OutsideStep } from './outside-call.ts';
import { type CallState, OutsideSteps } from './outside-steps.ts';
import type { RunWorld } from './run-world.ts';
import { boundSecretProblem } from './sent-secrets.ts';
import type { Boundary } from './signals.ts';
import { type Place, Trail, type TrailParts } from './trail.ts';
import { takeTurn } from './turns.ts';

export type LeafStep = Exclude<CompiledStep, OutsideStep | { type: 'branch' | 'for_each' | 'wait' | 'stop' }>;
type StepOf<Type extends CompiledStep['type']> = Extract<CompiledStep, { type: Type }>;

/** What a step gave. */
interface Done {
  readonly output: unknown;
}

/** Does what a step says, in the transaction of the walk. Reports its input before it acts. */
export type Act = (
  step: LeafStep,
  scope: RenderScope,
  reportInput: (shown: unknown) => void,
) => Promise<Done>;

const more: Boundary = { kind: 'more' };

/**
 * One pass over the steps from their beginning. What is stored already is taken as it is, which brings `__data` and
 * the outputs to where they were; what is not is done, until something ends the pass. It writes nothing by itself: `rows`
 * is what the transaction has to store.
 */
export class Walk {
  readonly #trail: Trail;
  readonly #steps: readonly CompiledStep[];
  readonly #world: RunWorld;
  readonly #rejected: ReadonlyMap<string, string>;
  /** Why nothing more is done after a step that should not have been. */
  #inherited: string | undefined;
  readonly #act: Act;
  readonly #outside: OutsideSteps;

  constructor(parts: TrailParts, act: Act, calls: CallState) {
    this.#trail = new Trail(parts);
    this.#steps = parts.world.workflow.steps;
    this.#world = parts.world;
    this.#rejected = parts.world.workflow.rejected;
    this.#act = act;
    this.#outside = new OutsideSteps(this.#trail, parts.world, calls);
  }

  get rows(): readonly StepRow[] {
    return [...this.#trail.rows.values()];
  }

  async run(): Promise<Boundary> {
    return (await this.#runAll(this.#steps, '')) ?? { kind: 'end', status: 'succeeded' };
  }

  /** `turn` tells the turns of a loop apart: `#2` is the third, `#2.0` the first of a loop within it. */
  async #runAll(steps: readonly CompiledStep[], turn: string): Promise<Boundary | undefined> {
    for (const step of steps) {
      await takeTurn();
      const boundary = await this.#runOne(step, `${step.name}${turn}`, turn);
      if (boundary) return boundary;
    }
    return undefined;
  }

  #runOne(step: CompiledStep, path: string, turn: string): Promise<Boundary | undefined> {
    const rejection = this.#rejected.get(step.name);
    if (this.#trail.known(path)?.row.status === 'succeeded') {
      // An older release did this step: what follows could pass the secret on.
      if (rejection !== undefined) this.#inherited = `The step ${step.name} reads a secret. ${rejection}`;
    } else {
      const reason = rejection ?? this.#inherited ?? boundSecretProblem(this.#world, step);
      if (reason !== undefined) return this.#reject(step, path, reason);
    }
    switch (step.type) {
      case 'branch':
        return this.#branch(step, path, turn);
      case 'for_each':
        return this.#forEach(step, path, turn);
      case 'wait':
        return this.#wait(step, path);
      case 'stop':
        return this.#stop(step, path);
      case 'http.request':
      case 'notify':
        return this.#outside.run(step, path);
      default:
        return this.#leaf(step, path);
    }
  }

  async #reject(step: CompiledStep, path: string, reason: string): Promise<Boundary> {
    if (this.#trail.isFull) return more;
    return this.#trail.attempt({ step, path, startedAt: this.#trail.now() }, () => {
      throw new RenderFailure(reason);
    });
  }

  async #leaf(step: LeafStep, path: string): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return more;
    const place = { step, path, startedAt: trail.now() };
    let shownInput: unknown;
    trail.hasActed ||= step.type !== 'set';
    const work = async () => {
      const { output } = await this.#act(step, trail.scopeAt(place.startedAt), (shown) => {
        shownInput = shown;
      });
      trail.store(place, 'succeeded', { shownInput, output });
      return output;
    };
    return trail.keep(step, await trail.attempt(place, work, () => shownInput));
  }

  async #branch(step: StepOf<'branch'>, path: string, turn: string): Promise<Boundary | undefined> {
    const trail = this.#trail;
    let decision = trail.known(path)?.output() as { taken: 'then' | 'else' } | undefined;
    if (!decision) {
      if (trail.isFull) return more;
      const place = { step, path, startedAt: trail.now() };
      decision = await trail.attempt(place, () => {
        const isTrue = resultOf(step.if.template, step.if.path, trail.scopeAt(place.startedAt));
        const output = { taken: isTrue ? ('then' as const) : ('else' as const) };
        trail.store(place, 'succeeded', { shownInput: undefined, output });
        return output;
      });
    }
    trail.keep(step, decision);
    return this.#runAll(decision.taken === 'then' ? step.whenTrue : step.whenFalse, turn);
  }

  /** Its items are stored when it begins: they must be the same when a later segment goes on with it. */
  async #forEach(step: StepOf<'for_each'>, path: string, turn: string): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    const place = { step, path, startedAt: known?.row.startedAt ?? trail.now() };
    if (!known && trail.isFull) return more;
    // Of a loop that is over this is its output, which is as long; its turns are stored and need no item.
    const items = known ? (known.output() as readonly unknown[]) : await this.#beginLoop(step, place);
    const outputs: unknown[] = [];
    for (const [index, item] of items.entries()) {
      trail.setVariable(step.as, item);
      const boundary = await this.#runAll(step.steps, turn === '' ? `#${index}` : `${turn}.${index}`);
      if (boundary) return boundary;
      outputs.push(trail.outputOf(step.steps.at(-1)?.name ?? ''));
    }
    trail.removeVariable(step.as);
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return more;
    await trail.attempt(place, () =>
      trail.store(place, 'succeeded', { shownInput: undefined, output: outputs }),
    );
    return trail.keep(step, outputs);
  }

  #beginLoop(step: StepOf<'for_each'>, place: Place): Promise<readonly unknown[]> {
    const trail = this.#trail;
    return trail.attempt(place, () => {
      const { value, shown } = step.items.render(trail.scopeAt(place.startedAt));
      const list = listOf(value);
      // While it runs, its row keeps the items where its output will be.
      trail.store(place, 'running', { shownInput: { items: shown }, output: list });
      return list;
    });
  }

  async #wait(step: StepOf<'wait'>, path: string): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    if (known?.row.status === 'succeeded') return trail.keep(step, null);
    if (!known && trail.isFull) return more;
    const place = { step, path, startedAt: known?.row.startedAt ?? trail.now() };
    const until = known
      ? new Date((known.output() as { until: string }).until)
      : await this.#beginWait(step, place);
    if (until > trail.now()) return { kind: 'wait', until };
    if (trail.isFull) return more;
    await trail.attempt(place, () =>
      trail.store(place, 'succeeded', { shownInput: undefined, output: { until } }),
    );
    return trail.keep(step, null);
  }

  #beginWait(step: StepOf<'wait'>, place: Place): Promise<Date> {
    const trail = this.#trail;
    return trail.attempt(place, () => {
      const scope = trail.scopeAt(place.startedAt);
      const moment = readMoment(step.by, step.time.render(scope).value, scope);
      if (!moment.ok) throw new RenderFailure(`${step.by}: ${moment.message}`);
      if (moment.ms - place.startedAt.getTime() > runLimits.waitMs) {
        throw new RenderFailure(`${step.by}: A run waits at most a year.`);
      }
      const until = new Date(moment.ms);
      trail.store(place, 'waiting', { shownInput: { until }, output: { until } });
      return until;
    });
  }

  async #stop(step: StepOf<'stop'>, path: string): Promise<Boundary> {
    const trail = this.#trail;
    if (trail.isFull) return more;
    const place = { step, path, startedAt: trail.now() };
    const message = await trail.attempt(place, () => {
      const { value, shown } = step.message.render(trail.scopeAt(place.startedAt));
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      trail.store(place, 'succeeded', { shownInput: { message: shown } });
      return text;
    });
    return { kind: 'end', status: step.as, ...(message === '' ? {} : { message }) };
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
