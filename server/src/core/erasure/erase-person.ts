import type { Transaction } from '../../db/transaction.ts';
import type { LeadId, WorkspaceId } from '../../lib/ids.ts';
import { deleteCallsAbout } from '../agents/index.ts';
import { type Actor, type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { deleteHistory } from '../history/index.ts';
import { deleteAnswersWith } from '../idempotency/index.ts';
import { findLeadsByEmail, removeLead } from '../leads/index.ts';

/** Removes what one feature keeps of a lead, and tells how much that was. */
type RemoveTrace = (transaction: Transaction, workspace: WorkspaceId, lead: LeadId) => Promise<number>;

/**
 * Everything that is kept of a lead beside the lead itself. A feature that stores values of leads, as the inputs of runs
 * will, adds its line here; the command, the audit and the documentation tell the counts under these names.
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

/** Ends a trial: what would be removed is known, and all of it stays. */
class TrialEnded extends Error {}

/**
 * Removes a person from a workspace at once and for good, in one transaction, with an entry in the audit for each lead
 * that names no value (docs/decisions/0016-erasing-and-keeping.md). A trial does the same and undoes it.
 */
export async function erasePerson(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: WorkspaceId,
  person: Person,
  { isTrial = false } = {},
): Promise<ErasedLead[]> {
  const erased: ErasedLead[] = [];
  const done = db.withWorkspace(workspace, async (transaction) => {
    const change = { transaction, workspace, actor, clock, key };
    const ids =
      'lead' in person ? [person.lead] : await findLeadsByEmail(transaction, workspace, person.email);
    for (const id of ids) erased.push(...(await eraseLead(change, id)));
    if (isTrial) throw new TrialEnded();
  });
  await done.catch((error) => {
    if (!(error instanceof TrialEnded)) throw error;
  });
  return erased;
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
