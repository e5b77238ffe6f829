import type { Context } from '../../core/context/index.ts';
import {
  insertSteps,
  lockRuns,
  type SettledRun,
  type StepRow,
  settleRuns,
  upsertSteps,
} from '../../core/runs/index.ts';
import { CoalescingTransaction } from '../../db/driver/coalescing-transaction.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkspaceId } from '../../lib/ids.ts';
import { KnownSteps } from './completed-steps.ts';
import { ComputingTime } from './cpu-budget.ts';
import { createStepTools } from './handlers/step-tools.ts';
import { maxBatchMs, maxNapMs, stepsTogether } from './limits.ts';
import type { FoundRun, RunContext } from './run-context.ts';
import type { RunWatch } from './run-observer.ts';
import { StepRecorder } from './step-record.ts';
import { Walk } from './walk.ts';

/**
 * Thrown if the runs can't be executed as a batch: a run fails or calls another server, another worker took a run
 * over, the permissions of a run's owner changed, or two runs need the same lead.
 */
class NotBatchable extends Error {}

interface Walked extends SettledRun {
  readonly rows: readonly StepRow[];
  readonly isNew: boolean;
}

/**
 * Returns the run's context if the run will most likely end or sleep within one transaction, without outbound
 * calls.
 */
export function batchableContext(found: FoundRun): RunContext | undefined {
  if (found.kind !== 'runContext') return undefined;
  const { run, actor, workflow } = found.runContext;
  const isSilent = !run.isAwaited && run.calledBy === null && !run.workflow.isFailing;
  const mayRun = actor.isActive && !run.workspace.isSuspended;
  return run.status === 'queued' && isSilent && mayRun && workflow.isBatchable ? found.runContext : undefined;
}

/**
 * Executes runs from one workspace in one transaction, until each of them ends or sleeps. The runs advance
 * concurrently, so their next statements share a round trip. Either all of them succeed or nothing is written.
 * @throws if any run can't finish this way; then execute each run separately
 */
export async function executeBatch(
  context: Context,
  workspace: WorkspaceId,
  runContexts: readonly RunContext[],
  watch?: RunWatch,
): Promise<void> {
  const startedAt = context.clock.now();
  const ended = await context.db.write(workspace, async (transaction) => {
    const jobs = runContexts.map(({ job }) => job);
    const locked = lockRuns(transaction, workspace, jobs);
    // If this fails, the statement it is sent with also fails.
    locked.catch(() => {});
    const walked = await walkAll(context, runContexts, transaction);
    await transaction.flush();
    const authorities = await locked;
    if (runContexts.some(({ job, run }) => authorities.get(job.run) !== run.authority))
      throw new NotBatchable();
    const isNew = walked.every((one) => one.isNew);
    if (!isNew) await upsertSteps(transaction, workspace, walked);
    const settled = { startedAt, endedAt: context.clock.now() };
    await Promise.all([
      isNew && insertSteps(transaction, workspace, walked),
      settleRuns(transaction, workspace, walked, settled),
    ]);
    return walked;
  });
  // Report results only after the commit.
  for (const [index, { rows, until }] of ended.entries()) {
    const runContext = runContexts[index];
    const watching = runContext && watch?.(runContext.job, runContext, startedAt);
    watching?.stored(rows);
    if (until === undefined) watching?.ended('succeeded');
    watching?.over();
  }
}

/** Shared by a batch: which run used each lead first, and the CPU time of all runs. */
interface Shared {
  readonly holders: Map<LeadId, RunId>;
  readonly computing: ComputingTime;
}

/** Waits for all runs even if one fails, because no run may use the transaction after it ends. */
async function walkAll(context: Context, runContexts: readonly RunContext[], transaction: Transaction) {
  const gathering = new CoalescingTransaction(transaction);
  const shared = { holders: new Map<LeadId, RunId>(), computing: new ComputingTime(maxBatchMs) };
  const walks = await Promise.allSettled(
    runContexts.map((runContext) => walkOne(context, runContext, gathering, shared)),
  );
  return walks.map((walk) => {
    if (walk.status === 'rejected') throw walk.reason;
    return walk.value;
  });
}

async function walkOne(
  context: Context,
  runContext: RunContext,
  transaction: Transaction,
  { holders, computing }: Shared,
): Promise<Walked> {
  const { run } = runContext.job;
  // Within one transaction, no lock separates two runs that use the same lead.
  const onLead = (lead: LeadId) => {
    if ((holders.get(lead) ?? run) !== run) throw new NotBatchable();
    holders.set(lead, run);
  };
  const recorder = new StepRecorder(context.key, runContext.mask);
  const known = new KnownSteps(runContext.steps, recorder);
  const walk = new Walk(
    { runContext, known, recorder, clock: context.clock, most: stepsTogether, computing },
    createStepTools(context, runContext, { transaction, onLead }),
    { outcomes: new Map(), mayCall: false },
  );
  const boundary = await walk.run();
  const { rows } = walk;
  const isNew = rows.every(({ path }) => !known.get(path));
  if (boundary.kind === 'end' && boundary.status === 'succeeded')
    return { run, rows, isNew, until: undefined };
  const isLong =
    boundary.kind === 'wait' && boundary.until.getTime() - context.clock.now().getTime() > maxNapMs;
  if (!isLong) throw new NotBatchable();
  return { run, rows, isNew, until: boundary.until };
}
