import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { namedUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { insertStarted, startedInput } from '../../runs/index.ts';
import { nextTime } from '../definition/schedule-times.ts';
import { timesToStart } from './due-times.ts';
import { type DueWorkflow, lockDueSchedules, selectDueWorkflows, updateDueAt } from './schedule-store.ts';

const maxAtOnce = 100;

/**
 * Starts the runs of schedules that are due, in all workspaces (spec/triggers §2.4). Any number of processes can do
 * this at once.
 * @returns whether more workflows may be due
 */
export async function startDue(
  upkeep: UpkeepDatabase,
  context: Pick<Context, 'db' | 'clock'>,
): Promise<{ hasMore: boolean }> {
  const now = context.clock.now();
  const due = await upkeep.run((transaction) => selectDueWorkflows(transaction, now, maxAtOnce));
  const failures: unknown[] = [];
  // A workflow that fails must not hold up the others.
  for (const one of due)
    await startDueWorkflow(context, one, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return { hasMore: due.length === maxAtOnce };
}

/**
 * Stores a workflow's due runs and its next due time in one transaction. A run's ID is derived from the workflow and
 * the due time, so two processes, or two schedules of one workflow, start one run (spec/triggers §2.4). A disabled
 * workflow only moves on to its next time (spec/triggers §1.2).
 */
const startDueWorkflow = ({ db }: Pick<Context, 'db'>, due: DueWorkflow, now: Date): Promise<void> =>
  db.write(due.workspace, async (transaction) => {
    const schedules = await lockDueSchedules(transaction, due, now);
    const times = schedules.flatMap(({ schedule, dueAt }) => timesToStart(schedule, dueAt, now));
    const moments = [...new Set(times.map((time) => time.getTime()))].sort((a, b) => a - b);
    for (const moment of moments) {
      const input = startedInput({ scheduled_for: new Date(moment).toISOString() }, 'schedule');
      await insertStarted(transaction, due.workspace, {
        ...{ id: runIdOf(due, moment), workflow: due.workflow, input, now, trigger: 'schedule' },
        ...{ owner: null, depth: 0, trace: null, startedBy: null, isSent: false },
      });
    }
    for (const { position, schedule } of schedules)
      await updateDueAt(transaction, due, position, nextTime(schedule, now) ?? null);
  });

const runIdOf = ({ workspace, workflow }: DueWorkflow, moment: number): RunId =>
  namedUuid7(moment, `schedule ${workspace} ${workflow} ${moment}`) as RunId;
