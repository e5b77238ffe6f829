import type { Transaction } from '../../db/driver/transaction.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import type { LeadId, WorkspaceId } from '../../lib/ids.ts';
import { deleteCallsAbout, deleteCallsNaming } from '../agents/index.ts';
import { type Actor, type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { deleteEvents } from '../events/index.ts';
import { deleteHistory, selectPastTexts } from '../history/index.ts';
import { deleteAnswersWith } from '../idempotency/index.ts';
import { eraseFiles } from '../jobs/index.ts';
import { findLeadsByEmail, removeLead, selectAddressKeys, textKey } from '../leads/index.ts';
import { deleteProposalsAbout, deleteProposalsNaming } from '../proposals/index.ts';
import { eraseRuns } from '../runs/index.ts';
import { deleteViewsNaming } from '../saved-views/index.ts';
import { deleteLeadDeliveries, deleteRunDeliveries } from '../webhooks/index.ts';

/** Removes what one feature stores about a lead and returns how many items it removed. */
type RemoveTrace = (transaction: Transaction, workspace: WorkspaceId, lead: LeadId) => Promise<number>;

/**
 * Everything stored about a lead besides the lead itself. A feature that stores lead values adds a line here;
 * the command, the audit log and the docs use these names. Runs don't belong to a lead and are erased
 * separately below.
 */
const traces: ReadonlyMap<string, RemoveTrace> = new Map([
  ['history', deleteHistory],
  ['events', deleteEvents],
  ['webhook_deliveries', deleteLeadDeliveries],
  ['answers', deleteAnswersWith],
  ['agent_calls', deleteCallsAbout],
  ['proposals', deleteProposalsAbout],
]);

/** Identifies a person: one lead, or all live and deleted leads with an email address. */
export type Person = { readonly lead: LeadId } | { readonly email: string };

export interface ErasedLead {
  readonly id: LeadId;
  /** `purged` means that the lead itself was already gone but related data was left. */
  readonly state: 'live' | 'deleted' | 'purged';
  readonly removed: Readonly<Record<string, number>>;
}

export interface Erased {
  readonly leads: readonly ErasedLead[];
  /** How many runs about the person were erased, including runs without a lead. */
  readonly runs: number;
  /**
   * How many of the workspace's imported and exported files were removed. All of them are removed, because
   * any of them may name the person.
   */
  readonly files: number;
  /** How many saved views have the email address in a filter. */
  readonly views: number;
  /** How many agent calls have the email address in their arguments, not counting calls about the leads. */
  readonly calls: number;
  /** How many proposals have the email address in their values, not counting proposals about the leads. */
  readonly proposals: number;
}

/**
 * Erases a person immediately and permanently, in one transaction. Writes one audit entry per lead, which
 * contains no values (docs/design/erasure-and-retention.md). A preview does the same and then rolls back.
 */
export function erasePerson(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: WorkspaceId,
  person: Person,
  { isTrial = false } = {},
): Promise<Erased> {
  return (isTrial ? db.rehearse() : db).write(workspace, async (transaction) => {
    await requireOwnSchema(transaction);
    return eraseIn({ transaction, workspace, actor, clock, key }, person);
  });
}

/**
 * Erases runs before leads: executing a run locks the run and then the lead, so using the same order avoids
 * deadlocks. Anything that a run wrote about the person in the meantime is removed afterwards.
 */
async function eraseIn(change: Change, person: Person): Promise<Erased> {
  const { transaction, workspace, key } = change;
  const wanted = { leads: await findLeads(change, person), addresses: await findAddresses(change, person) };
  const erasedRuns = await eraseRuns(transaction, workspace, key, wanted);
  await deleteRunDeliveries(transaction, workspace, erasedRuns);
  const runs = erasedRuns.length;
  const leads: ErasedLead[] = [];
  for (const id of await findLeads(change, person)) leads.push(...(await eraseLead(change, id)));
  const files = await eraseFiles(change, wanted.addresses, leads.length > 0 || runs > 0);
  const views = await deleteViewsNaming(transaction, workspace, wanted.addresses);
  const calls = await deleteCallsNaming(transaction, workspace, wanted.addresses);
  const proposals = await deleteProposalsNaming(transaction, workspace, wanted.addresses);
  if (files > 0) {
    await recordAudit(change, {
      action: 'erased',
      subject: { type: 'import', id: 0, name: 'Import and export files' },
      old: {},
      new: { files },
    });
  }
  if (views + calls + proposals > 0) {
    await recordAudit(change, {
      action: 'erased',
      subject: { type: 'saved_view', id: 0, name: 'Saved views, agent calls and proposals' },
      old: {},
      new: { views, calls, proposals },
    });
  }
  if (runs > 0) {
    await recordAudit(change, {
      action: 'erased',
      subject: { type: 'runs', id: 0, name: 'Runs about a person' },
      old: {},
      new: { runs },
    });
  }
  return { leads, runs, files, views, calls, proposals };
}

const findLeads = async ({ transaction, workspace }: Change, person: Person): Promise<readonly LeadId[]> =>
  'lead' in person ? [person.lead] : findLeadsByEmail(transaction, workspace, person.email);

/** Returns the requested email address and all current and former email addresses of the leads. */
async function findAddresses(change: Change, person: Person): Promise<string[]> {
  const { transaction, workspace } = change;
  const addresses = new Set('email' in person ? [textKey(person.email)] : []);
  for (const lead of await findLeads(change, person)) {
    const past = await selectPastTexts(transaction, workspace, lead, 'email');
    for (const key of await selectAddressKeys(transaction, workspace, lead)) addresses.add(key);
    for (const text of past) addresses.add(textKey(text));
  }
  return [...addresses];
}

/**
 * Removes the lead first. That waits for concurrent changes to the lead, so the traces they leave are removed
 * too.
 */
async function eraseLead(change: Change, id: LeadId): Promise<ErasedLead[]> {
  const { transaction, workspace } = change;
  const state = (await removeLead(transaction, workspace, id)) ?? 'purged';
  const removed: Record<string, number> = {};
  for (const [name, remove] of traces) removed[name] = await remove(transaction, workspace, id);
  if (state === 'purged' && Object.values(removed).every((count) => count === 0)) return [];
  await recordAudit(change, {
    action: 'erased',
    subject: { type: 'lead', id, name: `Lead ${id}` },
    old: {},
    new: { state, ...removed },
  });
  return [{ id, state, removed }];
}
