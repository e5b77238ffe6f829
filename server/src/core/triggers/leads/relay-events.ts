import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { namedUuid7 } from '../../../lib/crypto/uuid7.ts';
import { isRefusal } from '../../../lib/errors.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Logger } from '../../../lib/log.ts';
import { may } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import {
  givePositions,
  lockRelay,
  type PendingEvent,
  selectPending,
  selectPendingWorkspaces,
} from '../../events/index.ts';
import { type FieldSet, readFieldSet } from '../../lead-fields/index.ts';
import { matchesFilter, presentStored, readFilter } from '../../leads/index.ts';
import { insertStarted, runLimits, startedInput } from '../../runs/index.ts';
import { readUserNames } from '../../users/index.ts';
import type { LeadTrigger } from '../trigger.ts';
import { type ActiveTrigger, selectActiveTriggers } from './lead-trigger-store.ts';

const maxWorkspaces = 100;
const maxEvents = 200;

interface RelayContext extends Pick<Context, 'db' | 'clock'> {
  readonly logger: Logger;
}

/**
 * Turns new events into runs, in all workspaces (spec/triggers §3). Any number of processes can do this at once; one at
 * a time works on a workspace.
 * @returns whether more events may be waiting
 */
export async function relayEvents(
  upkeep: UpkeepDatabase,
  context: RelayContext,
): Promise<{ hasMore: boolean }> {
  const workspaces = await upkeep.run((transaction) => selectPendingWorkspaces(transaction, maxWorkspaces));
  const failures: unknown[] = [];
  let hasMore = workspaces.length === maxWorkspaces;
  for (const workspace of workspaces) {
    // A workspace that fails must not hold up the others.
    const count = await relayWorkspace(context, workspace).catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
    hasMore ||= count === maxEvents;
  }
  if (failures.length > 0) throw failures[0];
  return { hasMore };
}

/**
 * Stores the runs of the oldest events and gives the events their positions, in one transaction: an event is handled
 * exactly once, and the run of a later change is never stored before that of an earlier one (spec/triggers §3.4).
 * @returns how many events were handled
 */
const relayWorkspace = ({ db, clock, logger }: RelayContext, workspace: WorkspaceId): Promise<number> =>
  db.write(workspace, async (transaction) => {
    const last = await lockRelay(transaction, workspace);
    if (last === undefined) return 0;
    const events = await selectPending(transaction, workspace, maxEvents);
    const starting = events.filter(({ startsTriggers }) => startsTriggers);
    const triggers = starting.length > 0 ? await selectActiveTriggers(transaction, workspace) : [];
    if (triggers.length > 0) {
      const present = await presenterOf(transaction, workspace);
      for (const event of starting)
        await startRuns({ transaction, workspace, now: clock.now(), logger }, present(event), triggers);
    }
    await givePositions(
      transaction,
      workspace,
      events.map(({ id }) => id),
      last,
    );
    return events.length;
  });

type Shown = Readonly<Record<string, unknown>>;

/** An event with its lead as the REST API returns it. */
interface ShownEvent extends Omit<PendingEvent, 'lead' | 'before'> {
  readonly lead: Shown;
  readonly before: Shown | null;
  readonly fields: FieldSet;
}

async function presenterOf(transaction: Transaction, workspace: WorkspaceId) {
  const fields = await readFieldSet(transaction, workspace);
  const names = await readUserNames(transaction, workspace);
  return (event: PendingEvent): ShownEvent => {
    const show = (stored: string) => presentStored(stored, event.fieldSet, names, fields);
    const lead = show(event.lead);
    // A deleted lead is shown as it was.
    const before = event.type === 'lead.deleted' ? lead : event.before === null ? null : show(event.before);
    return { ...event, lead, before, fields };
  };
}

interface Starting {
  readonly transaction: Transaction;
  readonly workspace: WorkspaceId;
  readonly now: Date;
  readonly logger: Logger;
}

/**
 * Starts at most one run of each workflow with a matching trigger (spec/triggers §3.3), one level deeper than the run
 * that caused the event (spec/triggers §1.4).
 */
async function startRuns(
  { transaction, workspace, now, logger }: Starting,
  event: ShownEvent,
  triggers: readonly ActiveTrigger[],
): Promise<void> {
  const workflows = new Set(triggers.filter((one) => isMatch(one, event)).map(({ workflow }) => workflow));
  if (workflows.size === 0) return;
  const depth = event.run === null ? 0 : (event.depth ?? 0) + 1;
  const input = inputOf(event);
  for (const workflow of workflows) {
    const facts = { workspace_id: workspace, workflow_id: workflow, lead_id: event.lead.id };
    if (depth > runLimits.depth) logger.warn(facts, 'trigger loop stopped');
    else if (input === undefined) logger.warn(facts, 'lead too large to start a workflow');
    else
      await insertStarted(transaction, workspace, {
        ...{ id: runIdOf(event, workflow), workflow, input, now, depth, trigger: event.type },
        ...{ owner: null, trace: null, startedBy: event.run, isSent: false },
      });
  }
}

/**
 * Type, fields and filters must match (spec/triggers §3.1), and the owner must be able to view the lead as it is in the
 * event (spec/triggers §3.3).
 */
function isMatch({ trigger, owner }: ActiveTrigger, { type, lead, data, fields }: ShownEvent): boolean {
  if (trigger.type !== type) return false;
  if (trigger.fields && !data.changes.some(({ field }) => trigger.fields?.includes(field))) return false;
  const leadOwner = typeof lead.owner_id === 'number' ? (lead.owner_id as UserId) : null;
  return may(owner, 'leads.view', leadOwner) && matchesFilters(trigger, lead, fields);
}

/** Filters were checked when the trigger was saved. If a field has changed since so that they fail, nothing matches. */
function matchesFilters({ filters, match }: LeadTrigger, lead: Shown, { byAlias }: FieldSet): boolean {
  try {
    return matchesFilter(readFilter(filters, match, byAlias), lead);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** What the run reads (spec/triggers §3.2), or undefined if it is too large for a run. */
function inputOf({ type, lead, before, data }: ShownEvent): string | undefined {
  try {
    return startedInput({ lead, before, changes: data.changes, by: data.by }, type);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The same event starts the same run. Runs of one lead sort in the order of its changes. */
const runIdOf = ({ at, id, uid }: ShownEvent, workflow: WorkflowId): RunId =>
  namedUuid7(at.getTime(), `event ${uid} ${workflow}`, id) as RunId;
