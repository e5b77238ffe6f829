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
import { longestNapMs, longestTogetherMs, stepsTogether } from './limits.ts';
import type { FoundRun, RunContext } from './run-context.ts';
import type { RunWatch } from './run-observer.ts';
import { StepRecorder } from './step-record.ts';
import { Walk } from './walk.ts';

/** A run neither succeeds nor sleeps, was lost or changed its authority, or two need the same lead. */
class NotBatchable extends Error {}

interface Walked extends SettledRun {
  readonly rows: readonly StepRow[];
  readonly isNew: boolean;
}

/** Returns the context of runs that most likely end or sleep in one transaction, without outside calls. */
export function batchableContext(found: FoundRun): RunContext | undefined {
  if (found.kind !== 'world') return undefined;
  const { run, actor, workflow } = found.world;
  const isSilent = !run.isAwaited && !run.workflow.isFailing;
  const mayRun = actor.isActive && !run.workspace.isSuspended;
  return run.status === 'queued' && isSilent && mayRun && workflow.isBatchable ? found.world : undefined;
}

/**
 * Executes runs of one workspace in one transaction, until each ends or sleeps. They advance concurrently, so
 * their next statements share a round trip. Either all of them get there, or nothing has happened.
 * @throws if any of them fails to; then execute each by itself
 */
export async function executeBatch(
  context: Context,
  workspace: WorkspaceId,
  worlds: readonly RunContext[],
  watch?: RunWatch,
): Promise<void> {
  const startedAt = context.clock.now();
  const ended = await context.db.write(workspace, async (transaction) => {
    const jobs = worlds.map(({ job }) => job);
    const locked = lockRuns(transaction, workspace, jobs);
    // If it fails, so does the statement it is sent with.
    locked.catch(() => {});
    const walked = await walkAll(context, worlds, transaction);
    await transaction.flush();
    const authorities = await locked;
    if (worlds.some(({ job, run }) => authorities.get(job.run) !== run.authority)) throw new NotBatchable();
    const isNew = walked.every((one) => one.isNew);
    if (!isNew) await upsertSteps(transaction, workspace, walked);
    const settled = { startedAt, endedAt: context.clock.now() };
    await Promise.all([
      isNew && insertSteps(transaction, workspace, walked),
      settleRuns(transaction, workspace, walked, settled),
    ]);
    return walked;
  });
  // Report only after the commit.
  for (const [index, { rows, until }] of ended.entries()) {
    const world = worlds[index];
    const watching = world && watch?.(world.job, world, startedAt);
    watching?.stored(rows);
    if (until === undefined) watching?.ended('succeeded');
    watching?.over();
  }
}

/** Shared by a batch: which run touched a lead first, and the CPU time of all runs. */
interface Shared {
  readonly holders: Map<LeadId, RunId>;
  readonly computing: ComputingTime;
}

/** Waits for all of them even if one fails: none may use the transaction after it ends. */
async function walkAll(context: Context, worlds: readonly RunContext[], transaction: Transaction) {
  const gathering = new CoalescingTransaction(transaction);
  const shared = { holders: new Map<LeadId, RunId>(), computing: new ComputingTime(longestTogetherMs) };
  const walks = await Promise.allSettled(worlds.map((world) => walkOne(context, world, gathering, shared)));
  return walks.map((walk) => {
    if (walk.status === 'rejected') throw walk.reason;
    return walk.value;
  });
}

async function walkOne(
  context: Context,
  world: RunContext,
  transaction: Transaction,
  { holders, computing }: Shared,
): Promise<Walked> {
  const { run } = world.job;
  // Within one transaction, no lock keeps two runs apart.
  const onLead = (lead: LeadId) => {
    if ((holders.get(lead) ?? run) !== run) throw new NotBatchable();
    holders.set(lead, run);
  };
  const recorder = new StepRecorder(context.key, world.mask);
  const known = new KnownSteps(world.steps, recorder);
  const walk = new Walk(
    { world, known, recorder, clock: context.clock, most: stepsTogether, computing },
    createStepTools(context, world, { transaction, onLead }),
    { outcomes: new Map(), mayCall: false },
  );
  const boundary = await walk.run();
  const { rows } = walk;
  const isNew = rows.every(({ path }) => !known.get(path));
  if (boundary.kind === 'end' && boundary.status === 'succeeded')
    return { run, rows, isNew, until: undefined };
  const isLong =
    boundary.kind === 'wait' && boundary.until.getTime() - context.clock.now().getTime() > longestNapMs;
  if (!isLong) throw new NotBatchable();
  return { run, rows, isNew, until: boundary.until };
}
