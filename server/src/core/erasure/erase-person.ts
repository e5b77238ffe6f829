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

/** Removes what one feature keeps of a lead, and tells how much that was. */
type RemoveTrace = (transaction: Transaction, workspace: WorkspaceId, lead: LeadId) => Promise<number>;

/**
 * Everything that is kept of one lead beside the lead itself. A feature that stores values of leads adds its line here; the
 * command, the audit and the documentation tell the counts under these names. Runs belong to no lead: see below.
 */
const traces: ReadonlyMap<string, RemoveTrace> = new Map([
  ['history', deleteHistory],
  ['answers', deleteAnswersWith],
  ['agent_calls', deleteCallsAbout],
]);

/** A person is one lead, or all leads with an address: the live one and those that were deleted. */
export type Person = { readonly lead: LeadId } | { readonly email: string };

/** One lead that is gone, where it was, and how much went with it. */
export interface ErasedLead {
  readonly id: LeadId;
  /** `purged`: the lead itself was gone already, something of it was not. */
  readonly state: 'live' | 'deleted' | 'purged';
  readonly removed: Readonly<Record<string, number>>;
}

/** What was removed of a person. */
export interface Erased {
  readonly leads: readonly ErasedLead[];
  /** How many runs were about him, those of no lead included. */
  readonly runs: number;
  /** How many imported and exported files of the workspace went: any of them may name him. */
  readonly files: number;
  /** How many saved views had his address in a filter. */
  readonly views: number;
  /** How many calls of agents had his address in what was asked, beside those about his leads. */
  readonly calls: number;
}

/**
 * Removes a person from a workspace at once and for good, in one transaction, with an audit entry for each lead that contains no
 * value (docs/design/erasure-and-retention.md). A preview does the same and rolls it back.
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
 * Runs go before leads: whoever executes one locks the run, then the lead, and in that order nobody waits for the other in
 * a circle. What it made of the person until then is found after.
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

/** Every address by which runs may name him: the one that was asked for, and those that his leads have and had. */
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

/** The lead goes first: whoever changes it at this moment is waited for, and what he leaves behind is found after. */
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
