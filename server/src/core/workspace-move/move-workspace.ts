import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Transaction } from '../../db/driver/transaction.ts';
import { type KeyedTable, readKeyedTable } from '../../db/keyed-rows.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import { createMoveTriggers, dropMoveTriggers } from '../../db/move-triggers.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import type { TableName } from '../../db/workspace-rows.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { conflict, isOutage, isRefusal } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { selectSchema } from '../workspace-transfer/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import {
  copiedTables,
  type Messages,
  type Part,
  type Progress,
  type Sender,
  switchedTables,
} from './move.ts';
import {
  clearMove,
  countStartedRuns,
  deleteNoted,
  lockChanges,
  lockMove,
  type StoredMove,
  selectLastIds,
  updateCall,
  updateCopying,
  updateDraining,
  updateForwardTo,
  updateMoved,
  updateProgress,
  updateSwitching,
} from './moving-store.ts';
import { readChanges, readPage, readWhole } from './read-parts.ts';

/** Sends a message to the installation that receives the workspace, and returns its answer. */
export type Send = <Name extends keyof Messages>(
  name: Name,
  message: Messages[Name],
  options?: { readonly withinMs?: number },
) => Promise<Record<string, unknown>>;

export interface Moving {
  readonly owner: OwnerDatabase;
  /** Reads everything in a transaction as of one point in time. */
  readonly snapshot: OwnerDatabase;
  readonly key: InstallationKey;
  readonly clock: Clock;
  /** The role that requests are served with. */
  readonly appRole: string;
  readonly send: Send;
  readonly report: (what: string) => void;
  /** Reports how many rows of a table have been copied. */
  readonly onProgress: (table: string, rows: number) => void;
}

/** Below this, the changes of the last moment are copied within the switch. */
const fewChanges = 200;
/** How long runs that have started can take to finish or to wait. Later they continue in the new installation. */
const drainMs = 30_000;
/** Longer than the servers take to hear of it (`followMoves`). */
const noticeMs = 1_500;
/** How long requests wait in the switch before it is given up and tried again. */
const switchMs = 1_500;
const pauseMs = 100;

/**
 * Moves a workspace to another installation while it is in use (spec/cells §4). If it is interrupted, another call
 * continues.
 */
export async function moveWorkspace(moving: Moving, workspace: Workspace): Promise<void> {
  await moving.owner.run(requireOwnSchema);
  const { move, stored } = await beginMove(moving, workspace);
  if (stored.state !== 'moved') {
    const copy = await openCopy(moving, move, stored.progress);
    moving.report('Copying the workspace');
    while (!(await copy.round()).isNearlyDone);
    await moving.send('room', { ...move.sender, last_ids: await readLastIds(moving) });
    do await drain(moving, move, copy);
    while (!(await switchOver(moving, move, copy)));
  }
  // The workspace is no longer served here, so this is repeated until the other installation serves it.
  await moving.send('arrive', move.sender);
  moving.report('Moved');
}

/** Calls off a move (spec/cells §4.5). Afterwards, the workspace is served here as before. */
export async function cancelMove({ owner }: Pick<Moving, 'owner'>, { id }: Workspace): Promise<boolean> {
  const { state } = await owner.run((transaction) => lockMove(transaction, id));
  if (state === null) return false;
  if (state === 'arriving')
    throw conflict('workspace_arriving', 'Call off the move in the installation that the workspace leaves.');
  const isCleared = await owner.run(async (transaction) => {
    if ((await lockMove(transaction, id)).state === 'moved') return false;
    await clearMove(transaction, id);
    return true;
  });
  if (!isCleared)
    throw conflict(
      'already_moved',
      'The workspace has already moved, so the move can no longer be called off.',
    );
  for (const table of [...copiedTables, ...switchedTables]) await dropMoveTriggers(owner, id, table);
  await owner.run((transaction) => clearMove(transaction, id));
  return true;
}

/** This call of the command. */
interface Move {
  readonly workspace: WorkspaceId;
  readonly sender: Sender;
}

async function beginMove(
  { owner, send }: Moving,
  workspace: Workspace,
): Promise<{ move: Move; stored: StoredMove }> {
  // Stored first: if the answer gets lost, the other installation already knows the move.
  const { sender, stored } = await owner.run(async (transaction) => {
    const before = await lockMove(transaction, workspace.id);
    requireMovable(before, workspace);
    // A workspace that came from another installation still has the ID of that move.
    const id = (before.state !== null && before.id) || randomUUID();
    const call = before.call + 1;
    await updateCall(transaction, workspace.id, { id, state: before.state ?? 'copying', call });
    return { sender: { move: id, call }, stored: before };
  });
  const message = {
    ...sender,
    schema: await owner.run(selectSchema),
    name: workspace.name,
    base_url: workspace.baseUrl,
    host: workspace.host,
    listener_host: workspace.listenerHost,
  };
  const answer = await send('begin', message).catch(async (error: unknown) => {
    if (stored.state === null && isRefusal(error))
      await owner.run((transaction) => clearMove(transaction, workspace.id));
    throw error;
  });
  const forwardTo = z.array(z.url()).min(1).parse(answer.serves_at);
  const move = { workspace: workspace.id, sender };
  await advance(owner, move, async (transaction, { state }) => {
    await updateForwardTo(transaction, workspace.id, forwardTo);
    // An interrupted switch left the workspace suspended.
    if (state === 'switching') await updateCopying(transaction, workspace.id);
  });
  return { move, stored };
}

function requireMovable({ state }: StoredMove, { isSuspended }: Workspace): void {
  if (state === 'arriving')
    throw conflict('workspace_arriving', 'This workspace is arriving from another installation.');
  if (state === null && isSuspended)
    throw conflict(
      'workspace_suspended',
      'Resume the workspace before you move it, or use export and import.',
    );
}

/** Changes the state of the move, unless another call of the command continues it or it was called off. */
const advance = <T>(
  owner: OwnerDatabase,
  { workspace, sender }: Move,
  work: (transaction: Transaction, stored: StoredMove) => Promise<T>,
): Promise<T> =>
  owner.run(async (transaction) => {
    const stored = await lockMove(transaction, workspace);
    if (stored.id !== sender.move || stored.call !== sender.call)
      throw conflict(
        'move_continued',
        'The move was called off, or another call of this command continues it.',
      );
    return work(transaction, stored);
  });

interface Copy {
  /** Copies the latest changes, and the next page of rows. */
  round(options?: { withinMs: number }): Promise<{ isNearlyDone: boolean }>;
  /** Copies the latest changes, and the tables that are copied at the switch. */
  copyRest(transaction: Transaction, options: { withinMs: number }): Promise<void>;
}

/** Lets the database note changes from now on, and continues to copy where an earlier call stopped. */
async function openCopy(moving: Moving, move: Move, from: Progress): Promise<Copy> {
  const { owner, snapshot, key, onProgress } = moving;
  const { workspace, sender } = move;
  const tables = new Map<TableName, KeyedTable>();
  for (const table of [...copiedTables, ...switchedTables]) {
    const keyed = await owner.run((transaction) => readKeyedTable(transaction, table));
    tables.set(table, keyed);
    await createMoveTriggers(owner, workspace, keyed, moving.appRole);
  }
  const reading = { tables, key };
  let progress = from;
  let copied = 0;
  let limit: number | undefined;
  const send = async (parts: Part[], options?: { withinMs: number }) => {
    if (parts.length > 0) await moving.send('rows', { ...sender, parts }, options);
  };
  return {
    async copyRest(transaction, options) {
      const upTo = copiedTables.length;
      const changes = await readChanges(transaction, workspace, { ...reading, upTo });
      await send([...changes.parts, ...(await readWhole(transaction, workspace, reading))], options);
    },
    async round(options) {
      const { changes, page } = await snapshot.run(async (transaction) => ({
        changes: await readChanges(transaction, workspace, { ...reading, upTo: progress.table }),
        page: await readPage(transaction, workspace, { ...reading, progress, limit }),
      }));
      await send([...changes.parts, ...page.parts], options);
      await advance(owner, move, async (transaction) => {
        await deleteNoted(transaction, workspace, changes.ids);
        await updateProgress(transaction, workspace, page.progress);
      });
      const { table, rows = [] } = page.parts[0] ?? {};
      copied = page.progress.table > progress.table ? 0 : copied + rows.length;
      if (table !== undefined) onProgress(table, copied);
      ({ progress, nextLimit: limit } = page);
      const isCopied = progress.table >= copiedTables.length;
      return { isNearlyDone: isCopied && changes.ids.length < fewChanges };
    },
  };
}

async function readLastIds({ owner }: Moving): Promise<Record<string, number>> {
  return owner.run((transaction) => selectLastIds(transaction, [...copiedTables, ...switchedTables]));
}

/** Lets runs that have started finish or reach a wait, while requests are still accepted. */
async function drain({ owner, clock, report }: Moving, move: Move, copy: Copy): Promise<void> {
  const { workspace } = move;
  report('Waiting for runs that have started');
  await advance(owner, move, (transaction) => updateDraining(transaction, workspace, null));
  const end = clock.now().getTime() + drainMs;
  const countRuns = () => owner.run((transaction) => countStartedRuns(transaction, workspace));
  while (clock.now().getTime() < end && (await countRuns()) > 0) {
    await copy.round();
    await sleep(pauseMs);
  }
}

/**
 * Stops the workspace here, copies the last changes, and gives it up. The changes and the end here are one transaction, so
 * that no request is accepted after the last change was read. @returns whether the workspace was given up
 */
async function switchOver(moving: Moving, move: Move, copy: Copy): Promise<boolean> {
  const { owner, clock, report } = moving;
  const { workspace } = move;
  const switchesAt = new Date(clock.now().getTime() + noticeMs);
  await advance(owner, move, (transaction) => updateDraining(transaction, workspace, switchesAt));
  while (clock.now() < switchesAt) {
    await copy.round();
    await sleep(Math.min(pauseMs, Math.max(0, switchesAt.getTime() - clock.now().getTime())));
  }
  report('Switching');
  const startedAt = performance.now();
  const left = () => ({ withinMs: switchMs - (performance.now() - startedAt) });
  try {
    await advance(owner, move, (transaction) => updateSwitching(transaction, workspace, clock.now()));
    await copy.round(left());
    await advance(owner, move, async (transaction) => {
      await lockChanges(transaction, workspace);
      await copy.copyRest(transaction, left());
      await updateMoved(transaction, workspace);
    });
    report(`Switched after ${Math.round(performance.now() - startedAt)} ms`);
    return true;
  } catch (error) {
    if (!isOutage(error)) throw error;
    report('The other installation did not answer in time. Trying the switch again');
    return advance(owner, move, async (transaction, { state }) => {
      // The connection can end after the workspace was given up.
      if (state === 'moved') return true;
      await updateCopying(transaction, workspace);
      return false;
    });
  }
}
