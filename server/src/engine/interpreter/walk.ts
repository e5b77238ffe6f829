import type { StepRow } from '../../core/runs/index.ts';
import {
  type CompiledStep,
  definitionOf,
  failureVariable,
  RenderFailure,
} from '../../core/workflows/index.ts';
import { type CallState, OutsideSteps } from './calls/outside-steps.ts';
import { renderSettings } from './calls/render-settings.ts';
import { boundSecretProblem } from './calls/sent-secrets.ts';
import type { KnownStep } from './completed-steps.ts';
import type { FailureCode } from './failure-code.ts';
import type { Flow, StepHandler } from './handlers/step-handler.ts';
import { handlerOf } from './handlers/step-handlers.ts';
import type { StepTools } from './handlers/step-tools.ts';
import { ParkedSteps } from './parked-steps.ts';
import type { RunContext } from './run-context.ts';
import { type Boundary, CeilingReached, StepFailure } from './signals.ts';
import { Trail, type TrailParts } from './step-log.ts';
import { takeTurn } from './yield.ts';

type ActionHandler = Extract<StepHandler, { kind: 'action' }>;

const more: Boundary = { kind: 'more' };

/**
 * One pass over the steps from the start. Stored steps are replayed, which restores `__data` and the outputs.
 * The other steps are executed until something ends the pass. A walk writes nothing itself: the transaction has
 * to store `rows`.
 */
export class Walk {
  readonly #trail: Trail;
  readonly #steps: readonly CompiledStep[];
  readonly #runContext: RunContext;
  readonly #rejected: ReadonlyMap<string, string>;
  /** Why no more steps may run: an earlier step ran although it shouldn't have. */
  #inherited: string | undefined;
  readonly #tools: StepTools;
  readonly #flow: Flow;
  readonly #outside: OutsideSteps;
  readonly #parked: ParkedSteps;

  constructor(parts: TrailParts, tools: StepTools, calls: CallState) {
    this.#trail = new Trail(parts);
    this.#steps = parts.runContext.workflow.steps;
    this.#runContext = parts.runContext;
    this.#rejected = parts.runContext.workflow.rejected;
    this.#tools = tools;
    const runSteps: Flow['runSteps'] = (steps, turn) => this.#runAll(steps, turn);
    this.#flow = { trail: this.#trail, tools, runSteps };
    this.#outside = new OutsideSteps(this.#trail, tools, calls);
    this.#parked = new ParkedSteps(this.#trail, tools, calls);
  }

  get rows(): readonly StepRow[] {
    return [...this.#trail.rows.values()];
  }

  async run(): Promise<Boundary> {
    return (await this.#runAll(this.#steps, '')) ?? { kind: 'end', status: 'succeeded' };
  }

  async #runAll(steps: readonly CompiledStep[], turn: string): Promise<Boundary | undefined> {
    for (const step of steps) {
      // spec/runs §2.8
      if (step.isDisabled) continue;
      await takeTurn();
      const boundary = await this.#runOne(step, `${step.name}${turn}`, turn);
      if (boundary) return boundary;
    }
    return undefined;
  }

  /** Runs a step and, if it or a step inside it failed, the steps that handle the failure (spec/runs §2.9). */
  async #runOne(step: CompiledStep, path: string, turn: string): Promise<Boundary | undefined> {
    const { onError } = step;
    if (!onError) return this.#runPlain(step, path, turn);
    try {
      return await this.#runPlain(step, path, turn);
    } catch (error) {
      if (!(error instanceof StepFailure) || error.cause instanceof CeilingReached) throw error;
      error.handle();
      // The next pass handles the failure, after it is stored.
      if (!error.isStored) throw error;
      const failure = { message: error.message, step: error.step.name, code: error.code };
      return this.#trail.withVariable(failureVariable, failure, () => this.#runAll(onError, turn));
    }
  }

  #runPlain(step: CompiledStep, path: string, turn: string): Promise<Boundary | undefined> {
    const known = this.#trail.known(path);
    if (known?.row.isHandled && known.row.errorCode !== null) throw this.#storedFailure(step, known);
    const rejection = this.#rejected.get(step.name);
    if (known?.row.status === 'succeeded') {
      // An older release executed this step, and the steps after it could pass the secret on.
      if (rejection !== undefined) this.#inherited = `The step ${step.name} reads a secret. ${rejection}`;
    } else {
      const reason = rejection ?? this.#inherited ?? boundSecretProblem(this.#runContext, step);
      if (reason !== undefined) return this.#reject(step, path, reason);
    }
    const handler = handlerOf(step.type);
    switch (handler.kind) {
      case 'action':
        return this.#act(step, path, handler);
      case 'call':
        return this.#outside.run(step, path, handler);
      case 'park':
        return this.#parked.run(step, path, handler);
      case 'flow':
        return handler.run(step, { path, turn }, this.#flow);
    }
  }

  /** Returns the failure that an earlier pass stored, and keeps the last response that the step received. */
  #storedFailure(step: CompiledStep, { row, output }: KnownStep): StepFailure {
    this.#trail.keep(step, output());
    const { path, startedAt, error, errorCode } = row;
    return new StepFailure(error ?? '', {
      step,
      path,
      startedAt,
      code: errorCode as FailureCode,
      isStored: true,
    });
  }

  async #reject(step: CompiledStep, path: string, reason: string): Promise<Boundary> {
    if (this.#trail.isFull) return more;
    return this.#trail.attempt({ step, path, startedAt: this.#trail.now() }, () => {
      throw new RenderFailure(reason);
    });
  }

  async #act(step: CompiledStep, path: string, handler: ActionHandler): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return more;
    const place = { step, path, startedAt: trail.now() };
    let shownInput: unknown;
    trail.hasActed ||= definitionOf(step.type).reaches !== 'nothing';
    const work = async () => {
      const { value, shown } = renderSettings(step, trail.scopeAt(place.startedAt));
      shownInput = shown;
      const output = await handler.run(step, value, this.#tools);
      trail.store(place, 'succeeded', { shownInput, output });
      return output;
    };
    return trail.keep(step, await trail.attempt(place, work, () => shownInput));
  }
}
