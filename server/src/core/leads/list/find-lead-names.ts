import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { readFilter } from './filter.ts';
import { selectLeadWires, selectMatchingIds } from './lead-name-store.ts';
import { searchBody } from './search-words.ts';

const ownerFor = (principal: Principal) =>
  reachOf(principal, 'leads.view') === 'own' ? principal.user.id : null;

/** Returns the names of those leads that a user can see: the first and last name, or the email address. */
export async function findLeadNames(
  transaction: Transaction,
  principal: Principal,
  leads: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, string>> {
  if (leads.length === 0 || reachOf(principal, 'leads.view') === 'none') return new Map();
  const rows = await selectLeadWires(transaction, principal.workspace.id, ownerFor(principal), leads);
  return new Map(rows.map(({ id, wire }) => [id, nameIn(wire) ?? `#${id}`]));
}

/** Reads a lead's stored JSON, in which a user is an ID between two marks instead of a value. */
function nameIn(wire: string): string | undefined {
  const lead = JSON.parse(`{${wire.replaceAll('\u0001', '')}`) as Record<string, string | null | undefined>;
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return name === '' ? (lead.email ?? undefined) : name;
}

/**
 * Searches the leads that a user can see by name, company, email address or ID. Finds nothing if the search is
 * so short or so common that an index can't narrow it.
 */
export async function findLeadIds(
  transaction: Transaction,
  principal: Principal,
  search: string,
  most: number,
): Promise<LeadId[]> {
  if (reachOf(principal, 'leads.view') === 'none') return [];
  const workspace = principal.workspace.id;
  const fields = await readFieldSet(transaction, workspace);
  const { filters, match } = searchBody({ search });
  const filter = readFilter(filters, match, fields.byAlias);
  const found = await selectMatchingIds(transaction, {
    workspace,
    owner: ownerFor(principal),
    filter,
    most,
  });
  return /^\d{1,15}$/.test(search) ? [Number(search) as LeadId, ...found] : found;
}
