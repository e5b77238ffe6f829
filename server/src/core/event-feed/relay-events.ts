import type { Transaction } from '../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import type { Context } from '../context/index.ts';
import { givePositions, lockRelay, selectPending, selectPendingWorkspaces } from '../events/index.ts';
import { type EventPresenter, openPresenter, type ShownEvent } from './shown-event.ts';

const maxWorkspaces = 100;
const maxEvents = 200;

export interface RelayContext extends Pick<Context, 'db' | 'clock'> {
  readonly logger: Logger;
}

/** New events of a workspace, in their order, in the transaction that gives them their positions. */
export interface RelayedEvents {
  readonly transaction: Transaction;
  readonly workspace: WorkspaceId;
  readonly now: Date;
  readonly logger: Logger;
  readonly events: readonly ShownEvent[];
  readonly isMatch: EventPresenter['isMatch'];
}

/** What follows from events: runs of triggers, deliveries to webhooks. */
export type EventHandler = (relayed: RelayedEvents) => Promise<void>;

/**
 * Passes new events to the handlers, in all workspaces. Any number of processes can do this at once; one at a time works
 * on a workspace.
 * @returns whether more events may be waiting
 */
export async function relayEvents(
  upkeep: UpkeepDatabase,
  context: RelayContext,
  handlers: readonly EventHandler[],
): Promise<{ hasMore: boolean }> {
  const workspaces = await upkeep.run((transaction) => selectPendingWorkspaces(transaction, maxWorkspaces));
  const failures: unknown[] = [];
  let hasMore = workspaces.length === maxWorkspaces;
  for (const workspace of workspaces) {
    // A workspace that fails must not hold up the others.
    const count = await relayWorkspace(context, workspace, handlers).catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
    hasMore ||= count === maxEvents;
  }
  if (failures.length > 0) throw failures[0];
  return { hasMore };
}

/**
 * Handles the oldest events and gives them their positions in one transaction: an event is handled exactly once, and a
 * later one never before an earlier one (spec/triggers §3.4, spec/events §2.3).
 * @returns how many events were handled
 */
const relayWorkspace = (
  { db, clock, logger }: RelayContext,
  workspace: WorkspaceId,
  handlers: readonly EventHandler[],
): Promise<number> =>
  db.write(workspace, async (transaction) => {
    const last = await lockRelay(transaction, workspace);
    if (last === undefined) return 0;
    const stored = await selectPending(transaction, workspace, maxEvents);
    const { show, isMatch } = await openPresenter(transaction, workspace);
    const events = stored.map(show);
    for (const handle of handlers)
      await handle({ transaction, workspace, now: clock.now(), logger, events, isMatch });
    await givePositions(
      transaction,
      workspace,
      stored.map(({ id }) => id),
      last,
    );
    return stored.length;
  });
