import type { Transaction } from '../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../lib/ids.ts';
import { deleteCallsAbout, deleteCallsNaming } from '../agents/index.ts';
import { type Actor, type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { deleteHistory, selectPastTexts } from '../history/index.ts';
import { deleteAnswersWith } from '../idempotency/index.ts';
import { eraseFiles } from '../jobs/index.ts';
import { findLeadsByEmail, removeLead, selectAddressKeys, textKey } from '../leads/index.ts';
import { eraseRuns } from '../runs/index.ts';
import { deleteViewsNaming } from '../saved-views/index.ts';

/** Removes what one feature stores about a lead; returns how much. */
type RemoveTrace = (transaction: Transaction, workspace: WorkspaceId, lead: LeadId) => Promise<number>;

/**
 * Everything stored about a lead besides the lead itself. A feature that stores values of leads adds a line
 * here; the command, the audit log and the docs use these names. Runs belong to no lead: see below.
 */
const traces: ReadonlyMap<string, RemoveTrace> = new Map([
  ['history', deleteHistory],
  ['answers', deleteAnswersWith],
  ['agent_calls', deleteCallsAbout],
]);

/** One lead, or all live and deleted leads with an email address. */
export type Person = { readonly lead: LeadId } | { readonly email: string };

export interface ErasedLead {
  readonly id: LeadId;
  /** `purged`: the lead itself was already gone, but related data was left. */
  readonly state: 'live' | 'deleted' | 'purged';
  readonly removed: Readonly<Record<string, number>>;
}

export interface Erased {
  readonly leads: readonly ErasedLead[];
  /** Runs about the person, including those without a lead. */
  readonly runs: number;
  /** Imported and exported files of the workspace: any of them may name the person. */
  readonly files: number;
  /** Saved views with the email address in a filter. */
  readonly views: number;
  /** Agent calls with the email address in their arguments, besides those about the leads. */
  readonly calls: number;
}

/**
 * Removes a person immediately and permanently, in one transaction, with one audit entry per lead, which
 * contains no values (docs/design/erasure-and-retention.md). A preview does the same and rolls back.
 */
export function erasePerson(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: WorkspaceId,
  person: Person,
  { isTrial = false } = {},
): Promise<Erased> {
  return (isTrial ? db.rehearse() : db).write(workspace, (transaction) =>
    eraseIn({ transaction, workspace, actor, clock, key }, person),
  );
}

/**
 * Erases runs before leads: executing a run locks the run, then the lead, so the same order avoids deadlocks.
 * What a run wrote about the person until then is removed afterwards.
 */
async function eraseIn(change: Change, person: Person): Promise<Erased> {
  const { transaction, workspace, key } = change;
  const wanted = { leads: await findLeads(change, person), addresses: await findAddresses(change, person) };
  const runs = await eraseRuns(transaction, workspace, key, wanted);
  const leads: ErasedLead[] = [];
  for (const id of await findLeads(change, person)) leads.push(...(await eraseLead(change, id)));
  const files = await eraseFiles(change, wanted.addresses, leads.length > 0 || runs > 0);
  const views = await deleteViewsNaming(transaction, workspace, wanted.addresses);
  const calls = await deleteCallsNaming(transaction, workspace, wanted.addresses);
  if (files > 0) {
    await recordAudit(change, {
      action: 'erased',
      subject: { type: 'import', id: 0, name: 'Files of imports and exports' },
      old: {},
      new: { files },
    });
  }
  if (views + calls > 0) {
    await recordAudit(change, {
      action: 'erased',
      subject: { type: 'saved_view', id: 0, name: 'Saved views and calls of agents' },
      old: {},
      new: { views, calls },
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
  return { leads, runs, files, views, calls };
}

const findLeads = async ({ transaction, workspace }: Change, person: Person): Promise<readonly LeadId[]> =>
  'lead' in person ? [person.lead] : findLeadsByEmail(transaction, workspace, person.email);

/** The requested address, and the current and former addresses of the leads. */
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

/** Removes the lead first: this waits for concurrent changes, whose traces are then removed too. */
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
