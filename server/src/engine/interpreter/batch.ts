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

/** These runs cannot be executed together: one of them neither succeeds nor falls asleep, was lost or changed its authority, or two want the same lead. */
class NotBatchable extends Error {}

/** What a run of a group has left: its steps, and when it goes on if it is not over. */
interface Walked extends SettledRun {
  readonly rows: readonly StepRow[];
  /** Whether none of the rows was there before. */
  readonly isNew: boolean;
}

/** The world of a run that most likely gets to its end, or to a long wait, in one transaction and without a word to anybody. */
export function batchableContext(found: FoundRun): RunContext | undefined {
  if (found.kind !== 'world') return undefined;
  const { run, actor, workflow } = found.world;
  const isSilent = !run.isAwaited && !run.workflow.isFailing;
  const mayRun = actor.isActive && !run.workspace.isSuspended;
  return run.status === 'queued' && isSilent && mayRun && workflow.isBatchable ? found.world : undefined;
}

/**
 * Executes runs of one workspace to their end, or to where they sleep, in one transaction. They go on at the same time, so that what all
 * of them ask next is one round trip. Either all of them get there, with everything that they did, or nothing has happened.
 * @throws whatever kept one of them from that; each is then to be executed by itself
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
    // Should it fail, so does the statement that it travels with.
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
  // Told only now: what was not committed did not happen.
  for (const [index, { rows, until }] of ended.entries()) {
    const world = worlds[index];
    const watching = world && watch?.(world.job, world, startedAt);
    watching?.stored(rows);
    if (until === undefined) watching?.ended('succeeded');
    watching?.over();
  }
}

/** What the runs of a group have in common: who was the first to touch a lead, and how long all of them have computed. */
interface Shared {
  readonly holders: Map<LeadId, RunId>;
  readonly computing: ComputingTime;
}

/** All of them are waited for, also when one has failed: nobody may ask for anything in a transaction that is over. */
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
  // Within one transaction no lock keeps two of them apart.
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
