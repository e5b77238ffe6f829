import { type CompiledStep, readTimeout, timeoutWords } from '../../core/workflows/index.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { CallOutcome } from './calls/outside-call.ts';
import type { CallState } from './calls/outside-steps.ts';
import { renderSettings } from './calls/render-settings.ts';
import type { KnownStep } from './completed-steps.ts';
import type { StepHandler } from './handlers/step-handler.ts';
import type { StepTools } from './handlers/step-tools.ts';
import { type Boundary, type Place, StepFailure } from './signals.ts';
import type { Trail } from './step-log.ts';

type ParkedHandler = Extract<StepHandler, { kind: 'park' }>;

/** What a step's row contains as its output while the step waits. */
interface Waiting {
  readonly until: string;
}

/**
 * Runs the steps that wait for something that happens elsewhere. One pass starts it and stores when the step stops
 * waiting. When it happens, the run is queued, and a later pass looks at it.
 */
export class ParkedSteps {
  readonly #trail: Trail;
  readonly #tools: StepTools;
  readonly #outcomes: CallState['outcomes'];

  constructor(trail: Trail, tools: StepTools, { outcomes }: CallState) {
    this.#trail = trail;
    this.#tools = tools;
    this.#outcomes = outcomes;
  }

  async run(step: CompiledStep, path: string, handler: ParkedHandler): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return { kind: 'more' };
    const place = { step, path, startedAt: known?.row.startedAt ?? trail.now() };
    trail.hasActed = true;
    return known ? this.#look(place, known, handler) : this.#start(place, handler);
  }

  #start(place: Place, handler: ParkedHandler): Promise<Boundary> {
    const { step, path, startedAt } = place;
    let shownInput: unknown;
    const work = async (): Promise<Boundary> => {
      const scope = this.#trail.scopeAt(startedAt);
      const { value, shown } = renderSettings(step, scope);
      shownInput = shown;
      const ms = readTimeout((value as { timeout?: unknown }).timeout, scope);
      if (ms === undefined) throw invalid('bad_timeout', `timeout: must be ${timeoutWords}.`);
      const until = new Date(ms);
      const started = await handler.start(step, value, this.#tools, { path, since: startedAt, until });
      const output: Waiting = { until: until.toISOString() };
      this.#trail.store(place, 'waiting', { shownInput, output, ...started });
      return { kind: 'park', path, type: step.type, until, rehearsed: handler.rehearsed };
    };
    return this.#trail.attempt(place, work, () => shownInput);
  }

  async #look(place: Place, known: KnownStep, handler: ParkedHandler): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const until = new Date((known.output() as Waiting).until);
    const rehearsed = this.#outcomes.get(place.path)?.outcome;
    const isLate = until <= trail.now();
    const find = async () =>
      rehearsed
        ? rehearsedOutput(rehearsed)
        : ((await handler.look(known.row, this.#tools)) ??
          (isLate ? await handler.expire?.(place.step, known.row, this.#tools) : undefined));
    const found = await trail.attempt(place, find);
    if (found) {
      await trail.attempt(place, () =>
        trail.store(place, 'succeeded', { shownInput: undefined, output: found.output }),
      );
      return trail.keep(place.step, found.output);
    }
    const { path, step } = place;
    if (!isLate) return { kind: 'park', path, type: step.type, until, rehearsed: handler.rehearsed };
    throw new StepFailure(handler.lateMessage(known.row), {
      ...place,
      code: 'timeout',
      abandon: (transaction) => handler.abandon(known.row, { ...this.#tools, transaction }),
    });
  }
}

/** @throws HarkError if a test makes the step fail */
function rehearsedOutput(outcome: CallOutcome): { readonly output: unknown } {
  if (outcome.kind === 'failed') throw conflict('called_run_failed', outcome.error);
  return { output: outcome.output };
}
