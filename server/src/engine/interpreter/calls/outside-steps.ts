import { concealed } from '../../../core/audit/index.ts';
import { readAttempts, type StepAttempt } from '../../../core/runs/index.ts';
import { type CompiledStep, RenderFailure, secretsOf } from '../../../core/workflows/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { StepHandler } from '../handlers/step-handler.ts';
import type { StepTools } from '../handlers/step-tools.ts';
import type { RunContext } from '../run-context.ts';
import { type Boundary, type Place, StepFailure } from '../signals.ts';
import type { Trail } from '../step-log.ts';
import type { Outcomes } from '../unsaved-outcomes.ts';
import type { CallOutcome } from './outside-call.ts';
import { renderSettings } from './render-settings.ts';
import { mayResume, planRetry } from './retry-plan.ts';
import { withoutSentSecrets } from './sent-secrets.ts';

type CallHandler = Extract<StepHandler, { kind: 'call' }>;
type OutsidePlace = Place & { readonly handler: CallHandler };

/** What the next pass needs to know about a segment's calls. */
export interface CallState {
  readonly outcomes: Readonly<Pick<Outcomes, 'get'>>;
  /** False if the segment has lasted long enough. The next segment then makes the call. */
  readonly mayCall: boolean;
  /** True if calls don't count toward limits, such as the recipients of a day. */
  readonly ignoresLimits?: boolean;
}

/**
 * Runs the steps that make outbound calls. A call is never made inside a transaction: one pass stores that an
 * attempt has started and ends, then the call is made, and the next pass stores its outcome. An attempt
 * without a stored outcome was interrupted, so it is made again with the same key.
 */
export class OutsideSteps {
  readonly #trail: Trail;
  readonly #tools: StepTools;
  readonly #runContext: RunContext;
  readonly #calls: CallState;

  constructor(trail: Trail, tools: StepTools, calls: CallState) {
    this.#trail = trail;
    this.#tools = tools;
    this.#runContext = tools.runContext;
    this.#calls = calls;
  }

  async run(step: CompiledStep, path: string, handler: CallHandler): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const known = trail.known(path);
    const place: OutsidePlace = { step, path, handler, startedAt: known?.row.startedAt ?? trail.now() };
    if (known?.row.status === 'succeeded') {
      this.#hideAgain(place, known.output());
      return trail.keep(step, known.output());
    }
    if (trail.isFull) return { kind: 'more' };
    const attempts = known ? readAttempts(known.row) : [];
    const last = attempts.at(-1);
    const made = this.#calls.outcomes.get(path);
    if (last && isOpen(last) && made?.at === last.at)
      return this.#settle(place, attempts.slice(0, -1), last, made.outcome);
    if (last?.next_at !== undefined && new Date(last.next_at) > trail.now()) {
      return { kind: 'wait', until: new Date(last.next_at) };
    }
    if (!this.#calls.mayCall) return { kind: 'wait', until: trail.now() };
    // Make the call in a new pass: taking its lock checks, right before the call, that the owner's
    // permissions and the secrets haven't changed.
    if (trail.hasActed) return { kind: 'more' };
    return this.#begin(place, attempts);
  }

  #begin(place: OutsidePlace, before: readonly StepAttempt[]): Promise<Boundary> {
    const trail = this.#trail;
    const attempts = before.map((attempt) => (isOpen(attempt) ? { ...attempt, ...cutOff } : attempt));
    let shownInput: unknown;
    const work = async (): Promise<Boundary> => {
      const { value, shown } = this.#render(place);
      shownInput = place.handler.showInput?.(shown, place.step.settings) ?? shown;
      if (!mayResume(attempts))
        throw invalid('call_interrupted', 'The worker stopped during this call too many times.');
      const call = place.handler.prepare(place.step, value, this.#runContext);
      if (attempts.length === 0 && !this.#calls.ignoresLimits)
        await call.reserve?.(this.#tools.transaction, trail.now());
      const at = trail.now().toISOString();
      trail.store(place, 'running', { shownInput, attempts: [...attempts, { at }] });
      return { kind: 'call', path: place.path, at, call };
    };
    return trail.attempt(place, work, () => shownInput);
  }

  async #settle(
    place: OutsidePlace,
    before: readonly StepAttempt[],
    { at }: StepAttempt,
    outcome: CallOutcome,
  ): Promise<Boundary | undefined> {
    const trail = this.#trail;
    const { ms, status } = outcome;
    const { output, shownOutput } = this.#received(place, outcome);
    this.#hideAgain(place, output);
    const made = { at, ms, ...(status !== undefined && { status }) };
    if (outcome.kind === 'done') {
      const values = { shownInput: undefined, output, shownOutput, attempts: [...before, made] };
      await trail.attempt(place, () => trail.store(place, 'succeeded', values));
      return trail.keep(place.step, output);
    }
    const { error, code, mayRetry, maxAttempts, retryAfterMs } = outcome;
    const attempts = [...before, { ...made, error }];
    const plan = mayRetry
      ? planRetry({ attempts, maxAttempts, retryAfterMs, now: trail.now(), random: Math.random })
      : { why: '' };
    if ('why' in plan) {
      const left = { attempts, output, shownOutput };
      const message = `${error} ${plan.why}`.trim();
      throw new StepFailure(message, { ...place, code, left });
    }
    const planned = [...before, { ...made, error, next_at: plan.at.toISOString() }];
    trail.store(place, 'waiting', { shownInput: undefined, output, shownOutput, attempts: planned });
    return { kind: 'wait', until: plan.at };
  }

  /** Returns the last response that the step received. An attempt without a response keeps that of an earlier one. */
  #received({ step, path }: OutsidePlace, { output, shownOutput }: CallOutcome) {
    const known = this.#trail.known(path);
    if (output === undefined && known?.row.output)
      return { output: known.output(), shownOutput: JSON.parse(known.row.output) as unknown };
    const clean = (value: unknown) => withoutSentSecrets(this.#runContext, step, value);
    return { output: clean(output), shownOutput: clean(shownOutput) };
  }

  /** Renders a step's settings. Values that contain a secret are masked after this. */
  #render({ step, startedAt }: OutsidePlace) {
    return renderSettings(step, this.#trail.scopeAt(startedAt), (value, shown) =>
      this.#trail.hide(secretTexts(value, shown)),
    );
  }

  /** Masks a stored response again in a new pass, because a server may echo secrets that were sent to it. */
  #hideAgain(place: OutsidePlace, output: unknown): void {
    this.#trail.hide(place.handler.credentialsIn?.(output) ?? []);
    if (secretsOf(place.step).size === 0) return;
    try {
      this.#render(place);
    } catch (error) {
      // The secret has since been deleted, so its value can't be rendered again.
      if (!(error instanceof RenderFailure)) throw error;
    }
  }
}

const cutOff = { interrupted: true, error: 'The worker stopped before the response arrived.' } as const;

const isOpen = ({ ms, interrupted }: StepAttempt): boolean => ms === undefined && !interrupted;

/** Returns the strings that placeholders hide. A string such as `Bearer …` is also split into its words. */
function secretTexts(value: unknown, shown: unknown): string[] {
  if (shown === concealed) {
    return typeof value === 'string' ? [value, ...value.split(/\s+/)] : allTexts(value);
  }
  if (typeof value !== 'object' || value === null || typeof shown !== 'object' || shown === null) return [];
  const twins = shown as Readonly<Record<string, unknown>>;
  return Object.entries(value).flatMap(([name, one]) => secretTexts(one, twins[name]));
}

function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : [];
}
