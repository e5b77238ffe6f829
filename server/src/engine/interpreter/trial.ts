import type { Principal } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { loadFieldSet } from '../../core/lead-fields/index.ts';
import {
  insertTrial,
  type LoadedRun,
  type RunTrial,
  type StepRow,
  selectInput,
  selectLoadedRuns,
  startedInput,
  type TrialParams,
  type TrialResult,
} from '../../core/runs/index.ts';
import { loadSecrets } from '../../core/secrets/index.ts';
import { loadUserNames } from '../../core/users/index.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import type { CallOutcome, OutsideCall } from './calls/outside-call.ts';
import { KnownSteps } from './completed-steps.ts';
import { ComputingTime } from './cpu-budget.ts';
import { createStepTools } from './handlers/step-tools.ts';
import { maxPassMs, stepsTogether } from './limits.ts';
import type { RunContext } from './run-context.ts';
import { StepFailure } from './signals.ts';
import { StepRecorder } from './step-record.ts';
import type { Outcomes } from './unsaved-outcomes.ts';
import { Walk } from './walk.ts';

/** The limit on steps. A test run keeps rows locked while a user waits for it. */
const maxSteps = 500;
const maxMs = 5_000;

export const runTrial: RunTrial = async (context, params) => {
  const { runContext, rehearse } = await prepareTrial(context, params);
  return rehearse((transaction) => new Trial(context, params, runContext).run(transaction));
};

/** Loads what a trial needs. `rehearse` runs work with a temporary run, and rolls everything back. */
export async function prepareTrial(context: Context, params: TrialParams) {
  const id = uuid7(context.clock.now().getTime()) as RunId;
  const run = await rehearseAs(context, params, id, async (transaction) => {
    const [loaded] = await selectLoadedRuns(transaction, params.principal.workspace.id, [id]);
    if (!loaded) throw fault('trial_lost', 'The temporary run of a test is missing.');
    return loaded;
  });
  return {
    runContext: await runContextOf(context, params, run),
    rehearse: <T>(work: (transaction: Transaction) => Promise<T>) => rehearseAs(context, params, id, work),
  };
}

/** Runs `work` with a temporary run, and rolls everything back. */
function rehearseAs<T>(
  context: Context,
  { principal, workflow, input }: TrialParams,
  id: RunId,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const workspace = principal.workspace.id;
  return context.db.rehearse().write(workspace, async (transaction) => {
    const given =
      'run' in input
        ? await selectInput(transaction, workspace, workflow, input.run)
        : startedInput(input.data);
    if (given === undefined) {
      throw new HarkError(
        'not-found',
        'unknown_run',
        'This workflow has no such run. It may have been deleted by the retention settings.',
      );
    }
    await insertTrial(transaction, workspace, { id, workflow, input: given, now: context.clock.now() });
    return work(transaction);
  });
}

/** Builds the same context as for one of the owner's real runs, except for the source of the steps. */
async function runContextOf(
  context: Context,
  { principal, steps }: TrialParams,
  run: LoadedRun,
): Promise<RunContext> {
  const { id } = principal.workspace;
  const [{ secrets, hosts, mask }, fields, names] = await Promise.all([
    loadSecrets(context, id, run.versions.values),
    loadFieldSet(context, id, run.versions.fields),
    loadUserNames(context, id, run.versions.names),
  ]);
  const { actor } = run;
  if (!actor) throw new HarkError('not-found', 'unknown_workflow', 'The workflow has been deleted.');
  const owner: Principal = {
    workspace: { id, ...run.workspace },
    user: actor.user,
    role: actor.role,
    means: { type: 'workflow', id: run.workflow.id, name: actor.workflowName },
  };
  const job = { workspace: id, run: run.id, fence: run.fence };
  const runContext = {
    job,
    run,
    actor,
    principal: owner,
    workflow: steps,
    secrets,
    hosts,
    mask,
    fields,
    names,
  };
  return { ...runContext, steps: [] };
}

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

/** Executes the steps like a real run, except that waits are skipped and no calls are made. */
export class Trial {
  readonly #context: Context;
  readonly #runContext: RunContext;
  readonly #answers: TrialParams['answers'];
  readonly #mailer: TrialParams['mailer'];
  readonly #recorder: StepRecorder;
  readonly #known: KnownSteps;
  readonly #outcomes: Outcomes = new Map();
  readonly #rows = new Map<string, StepRow>();
  readonly #tried: TriedStep | undefined;
  #waitedMs = 0;
  #most = stepsTogether;

  constructor(
    context: Context,
    { answers, mailer }: Pick<TrialParams, 'answers' | 'mailer'>,
    runContext: RunContext,
    tried?: TriedStep,
  ) {
    this.#context = {
      ...context,
      clock: { now: () => new Date(context.clock.now().getTime() + this.#waitedMs) },
    };
    this.#runContext = runContext;
    this.#answers = answers;
    this.#mailer = mailer;
    this.#tried = tried;
    this.#recorder = new StepRecorder(context.key, runContext.mask);
    this.#known = new KnownSteps(runContext.steps, this.#recorder);
  }

  async run(transaction: Transaction): Promise<TrialResult> {
    const end = performance.now() + maxMs;
    while (this.#rows.size < maxSteps && performance.now() < end) {
      const ended = await this.#pass(transaction);
      if (ended) return this.#result(ended.status, ended.error);
    }
    return this.#result('unfinished', null);
  }

  async #pass(transaction: Transaction) {
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
    const walk = new Walk(parts, tools, { outcomes: this.#outcomes, mayCall: true });
    try {
      // A failed step's writes must be undone, because a step may handle the failure.
      const boundary = await transaction.attempt(() => walk.run());
      this.#keep(walk.rows);
      if (boundary.kind === 'end') return { status: boundary.status, error: boundary.message ?? null };
      if (boundary.kind === 'wait')
        this.#waitedMs += Math.max(0, boundary.until.getTime() - clock.now().getTime());
      if (boundary.kind === 'park') {
        const outcome = { kind: 'done', output: boundary.rehearsed, ms: 0 } as const;
        this.#outcomes.set(boundary.path, { at: '', outcome });
      }
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
          status: 'failed' as const,
          error: `${error.step.name}: ${this.#recorder.maskText(error.message)}`,
        };
      this.#most = stepsTogether;
      return undefined;
    }
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
    const name = path.split('#')[0] ?? path;
    const tried = this.#tried;
    if (tried?.isSent && tried.name === name) {
      if (tried.outcome) return tried.outcome;
      throw new CallPending(path, call);
    }
    const answer = Object.hasOwn(this.#answers, name) ? this.#answers[name] : null;
    const result = await call.rehearse({ workspace, mailer: this.#mailer, transaction, answer });
    if (result.kind === 'failed' && tried && tried.name !== name) return { kind: 'done', ms: 0 };
    return { ...result, ms: 0 };
  }

  #result(status: TrialResult['status'], error: string | null): TrialResult {
    const { actor } = this.#runContext;
    return {
      status,
      error,
      owner: { name: actor.user.name, isActive: actor.isActive },
      steps: [...this.#rows.values()].map(
        ({ path, name, type, status, input, output, error, startedAt }) => ({
          ...{ path, name, type, status, input, output, error },
          at: startedAt,
        }),
      ),
    };
  }
}
