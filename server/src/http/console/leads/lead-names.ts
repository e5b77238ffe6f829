import { listLeads } from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import type { Caller } from '../operation.ts';
import { shownTo } from './acting.ts';

interface NamedLead {
  readonly id: LeadId;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
}

/** Returns the names of leads that the user can see, or their email addresses if they have no name. */
export async function leadNames(
  caller: Caller,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, string | null>> {
  if (ids.length === 0) return new Map();
  const { fields, present } = await shownTo(caller);
  const params = { filters: [{ alias: 'id', operator: 'in', value: [...new Set(ids)] }] };
  const { leads } = await listLeads(caller.context, caller.principal, fields, params, ids.length);
  const named = JSON.parse(`[${present(leads)}]`) as readonly NamedLead[];
  return new Map(
    named.map(({ id, first_name, last_name, email }) => [
      id,
      [first_name, last_name].filter(Boolean).join(' ') || email || null,
    ]),
  );
}
