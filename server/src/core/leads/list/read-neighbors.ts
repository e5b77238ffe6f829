import type { LeadId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { readWindow, type WindowParams } from './read-window.ts';

interface Neighbors {
  readonly previous: number | null;
  readonly next: number | null;
}

/**
 * Returns the leads before and after a lead in a list. The lead itself doesn't have to match the filters, because it may
 * have been changed since the list was opened. If the filters match very few of many leads, a neighbor can be missing.
 */
export async function readNeighbors(
  context: Context,
  principal: Principal,
  fields: FieldSet,
  id: LeadId,
  list: Pick<WindowParams, 'filters' | 'match' | 'orderBy'>,
): Promise<Neighbors> {
  const read = (params: WindowParams) => readWindow(context, principal, fields, params);
  const isLead = { alias: 'id', operator: 'eq', value: id };
  const itself = await read({ orderBy: list.orderBy, filters: [isLead], limit: 1 });
  const [lead] = itself.rows;
  if (!lead) return { previous: null, next: null };
  const cursor = { key: lead.key, id: lead.id };
  const after = await read({ ...list, after: cursor, limit: 1 });
  // This range includes the lead itself.
  const before = await read({
    ...list,
    until: cursor,
    isFromEnd: true,
    limit: 2,
    strategy: after.strategy,
  });
  return {
    previous: before.rows.filter((row) => row.id !== lead.id).at(-1)?.id ?? null,
    next: after.rows[0]?.id ?? null,
  };
}
