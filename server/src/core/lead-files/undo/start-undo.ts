import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict } from '../../../lib/errors.ts';
import type { JobId, LeadId } from '../../../lib/ids.ts';
import { type Principal, reachOf, requireUnlimited } from '../../access/index.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import { insertJob, insertPart } from '../../jobs/index.ts';
import { requireRoom } from '../require-room.ts';
import { type CausePeriod, resolvePeriod, type UndoParams } from './cause.ts';
import { type CauseLeads, selectCauseLeads } from './cause-store.ts';

/** The options of an undo that started. The IDs of the leads are in its file. */
export interface UndoOptions {
  readonly cause: CausePeriod['cause'];
  readonly since: string;
  readonly until: string;
  readonly first: number;
}

export interface FoundCause extends CauseLeads {
  readonly period: CausePeriod;
  readonly name: string;
}

/**
 * Finds the leads that a cause changed and the user can see (spec/undo §1.3). Erased leads have no history, so they
 * are never among them (spec/undo §2.5).
 */
export async function findCause(
  transaction: Transaction,
  principal: Principal,
  params: UndoParams,
  now: Date,
): Promise<FoundCause> {
  requireUnlimited(principal, 'undo changes');
  const workspace = principal.workspace.id;
  const period = await resolvePeriod(transaction, workspace, params, now);
  const owner = reachOf(principal, 'leads.view') === 'own' ? principal.user.id : null;
  const found = await selectCauseLeads(transaction, workspace, period, owner);
  if (!found)
    throw conflict(
      'nothing_done',
      'The history has no changes by this cause in this period that you can see.',
    );
  return { ...found, period, name: nameOf(period, found) };
}

const nameOf = ({ cause: { user, means } }: CausePeriod, { newest }: CauseLeads): string =>
  user !== undefined && means === undefined
    ? (newest.user ?? '')
    : (newest.means ?? newest.user ?? newest.type);

const bytesOfId = 8;
const leadsInPart = 65_536;

/** Queues an undo of everything that a cause changed in a period (spec/undo §3.1). */
export async function startUndo(
  { transaction, workspace, actor, clock, key }: Change,
  principal: Principal,
  params: UndoParams,
): Promise<{ id: JobId; total: number }> {
  await requireRoom(transaction, principal);
  const now = clock.now();
  const { period, first, leads, name: of } = await findCause(transaction, principal, params, now);
  const { cause, since, until } = period;
  const name = `Undo: ${of}`;
  const options: UndoOptions = { cause, since: since.toISOString(), until: until.toISOString(), first };
  const wanted = {
    kind: 'undo',
    status: 'queued',
    user: principal.user,
    name,
    options,
    size: leads.length,
  } as const;
  const id = await insertJob(transaction, workspace, wanted, now);
  for (let at = 0; at < leads.length; at += leadsInPart) {
    const bytes = toBytes(leads.slice(at, at + leadsInPart));
    await insertPart(transaction, { workspace, id }, 'source', at * bytesOfId, bytes);
  }
  await recordAudit(
    { transaction, workspace, actor, clock, key },
    {
      action: 'created',
      subject: { type: 'bulk_change', id, name },
      old: {},
      new: { leads: leads.length, cause, since: options.since, until: options.until },
    },
  );
  return { id, total: leads.length };
}

const toBytes = (leads: readonly LeadId[]): Buffer => {
  const bytes = Buffer.alloc(leads.length * bytesOfId);
  for (const [index, lead] of leads.entries()) bytes.writeBigInt64LE(BigInt(lead), index * bytesOfId);
  return bytes;
};

/** The position of a lead's ID in the file, and the IDs in a part of the file. */
export const offsetOf = (index: number): number => index * bytesOfId;
export const toLeads = (bytes: Buffer): LeadId[] =>
  Array.from(
    { length: bytes.length / bytesOfId },
    (_, index) => Number(bytes.readBigInt64LE(index * bytesOfId)) as LeadId,
  );
