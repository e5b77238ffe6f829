import type { Context } from '../../core/context/index.ts';
import type {
  MockStep,
  StepMock,
  StepRow,
  TrialMail,
  TrialParams,
  TrialRequest,
  TrialResult,
} from '../../core/runs/index.ts';
import { answeredOutput, type StepType } from '../../core/workflows/index.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { isRefusal } from '../../lib/errors.ts';
import { parseOwnJson } from '../../lib/json.ts';
import type { CallOutcome, CallResult, OutsideCall, UnsentMessage } from './calls/outside-call.ts';
import { KnownSteps } from './completed-steps.ts';
import { ComputingTime } from './cpu-budget.ts';
import { failureCodeOf } from './failure-code.ts';
import { createStepTools } from './handlers/step-tools.ts';
import { maxPassMs, stepsTogether } from './limits.ts';
import type { RunContext } from './run-context.ts';
import { type Boundary, StepFailure } from './signals.ts';
import { StepRecorder } from './step-record.ts';
import type { Outcomes } from './unsaved-outcomes.ts';
import { Walk } from './walk.ts';

/** The limit on steps. A test run keeps rows locked while a user waits for it. */
const maxSteps = 500;
const maxMs = 5_000;

/** The only step that a trial is about. Calls of earlier steps never fail, so that they don't hide its result. */
export interface TriedStep {
  readonly name: string;
  /** Whether its call is made for real. */
  readonly isSent: boolean;
  /** What its real call returned, once it was made. */
  readonly outcome?: CallOutcome;
}

/** Thrown when a trial reaches the call that it has to make for real. No call is made inside a transaction. */
export class CallPending extends Error {
  readonly path: string;
  readonly call: OutsideCall;

  constructor(path: string, call: OutsideCall) {
    super(`the call of ${path} is pending`);
    this.path = path;
    this.call = call;
  }
}

/** Thrown if there is no outcome for a call. */
class NoOutcome extends Error {}

type Ended = Pick<TrialResult, 'status' | 'error'> & { readonly result: unknown };

/** Executes the steps like a real run, except that waits are skipped and no calls are made. */
export class Trial {
  readonly #context: Context;
  readonly #runContext: RunContext;
  readonly #answers: TrialParams['answers'];
  readonly #mailer: TrialParams['mailer'];
  readonly #ignoresLimits: boolean;
  readonly #recorder: StepRecorder;
  readonly #known: KnownSteps;
  readonly #outcomes: Outcomes = new Map();
  readonly #rows = new Map<string, StepRow>();
  readonly #tried: TriedStep | undefined;
  readonly #mock: TrialParams['mock'];
  readonly #http: TrialRequest[] = [];
  readonly #mails: TrialMail[] = [];
  #warnings = 0;
  #waitedMs = 0;
  #most = stepsTogether;

  constructor(
    context: Context,
    {
      answers,
      mailer,
      mock,
      startsAt,
      ignoresMailLimit = false,
    }: Pick<TrialParams, 'answers' | 'mailer' | 'mock' | 'startsAt' | 'ignoresMailLimit'>,
    runContext: RunContext,
    tried?: TriedStep,
  ) {
    this.#context = {
      ...context,
      clock: { now: () => new Date((startsAt ?? context.clock.now()).getTime() + this.#waitedMs) },
    };
    this.#runContext = runContext;
    this.#answers = answers;
    this.#mailer = mailer;
    this.#ignoresLimits = ignoresMailLimit;
    this.#mock = mock;
    this.#tried = tried;
    this.#recorder = new StepRecorder(context.key, runContext.mask);
    this.#known = new KnownSteps(runContext.steps, this.#recorder);
  }

  async run(transaction: Transaction): Promise<TrialResult> {
    const end = performance.now() + maxMs;
    try {
      while (this.#rows.size < maxSteps && performance.now() < end) {
        const ended = await this.#pass(transaction);
        if (ended) return this.#result(ended);
      }
    } catch (error) {
      if (!(error instanceof NoOutcome)) throw error;
    }
    return this.#result({ status: 'unfinished', error: null, result: undefined });
  }

  async #pass(transaction: Transaction): Promise<Ended | undefined> {
    const { clock } = this.#context;
    const parts = {
      runContext: this.#runContext,
      known: this.#known,
      recorder: this.#recorder,
      clock,
      most: this.#most,
      computing: new ComputingTime(maxPassMs),
    };
    const tools = createStepTools(this.#context, this.#runContext, { transaction });
    const walk = new Walk(parts, tools, {
      outcomes: this.#outcomes,
      mayCall: true,
      ignoresLimits: this.#ignoresLimits,
    });
    try {
      // A failed step's writes must be undone, because a step may handle the failure.
      const boundary = await transaction.attempt(() => walk.run());
      this.#keep(walk.rows);
      if (boundary.kind === 'end') {
        const { status, message = null, result } = boundary;
        return { status, error: message, result };
      }
      if (boundary.kind === 'wait') this.#waitUntil(boundary.until);
      if (boundary.kind === 'park') this.#endParked(boundary);
      if (boundary.kind === 'call') {
        const { path, at, call } = boundary;
        this.#outcomes.set(path, { at, outcome: await this.#answerTo(path, call, transaction) });
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      if (this.#most > 1) {
        // As in a run, continue one step at a time, so the steps before the failed one are kept.
        this.#most = 1;
        return undefined;
      }
      if (!error.isStored) this.#keep(this.#recorder.recordFailure(error, this.#known, clock.now()));
      if (!error.isHandled)
        return {
          status: 'failed',
          error: `${error.step.name}: ${this.#recorder.maskText(error.message)}`,
          result: undefined,
        };
      if (!error.isStored) this.#warnings += 1;
      this.#most = stepsTogether;
      return undefined;
    }
  }

  #waitUntil(moment: Date): void {
    this.#waitedMs += Math.max(0, moment.getTime() - this.#context.clock.now().getTime());
  }

  /** Ends what a step waits for, with the supplied outcome. */
  #endParked({ path, type, until, rehearsed }: Extract<Boundary, { kind: 'park' }>): void {
    const mock: StepMock = this.#mock
      ? this.#outcomeOf(this.#mock, path, type)
      : { kind: 'output', output: rehearsed };
    if (mock.kind === 'timeout') {
      this.#waitUntil(until);
      return;
    }
    const outcome: CallOutcome =
      mock.kind === 'error'
        ? { kind: 'failed', error: mock.error, code: 'failed', mayRetry: false, maxAttempts: 1, ms: 0 }
        : { kind: 'done', output: mock.kind === 'output' ? mock.output : mock.response, ms: 0 };
    this.#outcomes.set(path, { at: '', outcome });
  }

  #keep(rows: readonly StepRow[]): void {
    this.#known.add(rows);
    for (const row of rows) this.#rows.set(row.path, row);
  }

  /**
   * Returns the supplied response for a call. All iterations of a loop share a response: `call#2` gets the
   * response for `call`.
   */
  async #answerTo(path: string, call: OutsideCall, transaction: Transaction): Promise<CallOutcome> {
    const { workspace } = this.#runContext.job;
    const name = stepNameOf(path);
    const tried = this.#tried;
    if (tried?.isSent && tried.name === name) {
      if (tried.outcome) return tried.outcome;
      throw new CallPending(path, call);
    }
    const result = await call
      .rehearse({
        workspace,
        mailer: this.#mailer,
        transaction,
        now: this.#context.clock.now(),
        mock: () => this.#mockCall(path, call.type),
        record: (message) => this.#record(name, message),
      })
      .catch(failedCall);
    if (result.kind === 'failed' && tried && tried.name !== name) return { kind: 'done', ms: 0 };
    return { ...result, ms: 0 };
  }

  #mockCall(path: string, type: StepType): StepMock {
    if (this.#mock) return this.#outcomeOf(this.#mock, path, type);
    const name = stepNameOf(path);
    const body = Object.hasOwn(this.#answers, name) ? this.#answers[name] : null;
    return { kind: 'response', response: answeredOutput(body) };
  }

  #outcomeOf(mock: MockStep, path: string, type: StepType): StepMock {
    const outcome = mock({ path, name: stepNameOf(path), type }, this.#rows);
    if (!outcome) throw new NoOutcome(`${path} has no outcome`);
    return outcome;
  }

  #record(step: string, { kind, ...message }: UnsentMessage): void {
    const shown = parseOwnJson(this.#recorder.maskText(JSON.stringify({ step, ...message })));
    if (kind === 'request') this.#http.push(shown as TrialRequest);
    else this.#mails.push(shown as TrialMail);
  }

  #result({ status, error, result }: Ended): TrialResult {
    const { actor, run } = this.#runContext;
    return {
      run: run.id,
      status,
      error,
      owner: { name: actor.user.name, isActive: actor.isActive },
      steps: [...this.#rows.values()].map(
        ({ path, name, type, status, input, output, error, startedAt }) => ({
          ...{ path, name, type, status, input, output, error },
          at: startedAt,
        }),
      ),
      result: result === undefined ? null : this.#recorder.maskText(JSON.stringify(result)),
      warnings: this.#warnings,
      http: this.#http,
      mails: this.#mails,
    };
  }
}

/** Hark rejects some calls before it sends them. Then the step fails, as in a run. */
function failedCall(error: unknown): CallResult {
  if (!isRefusal(error)) throw error;
  const code = failureCodeOf(error);
  return { kind: 'failed', error: error.message, code, mayRetry: false, maxAttempts: 1 };
}

/** Returns the name of a step from its path: `call#2` is the third iteration of `call`. */
const stepNameOf = (path: string): string => path.split('#')[0] ?? path;
