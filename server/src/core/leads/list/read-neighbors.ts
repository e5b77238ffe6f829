import type { LeadId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { readWindow, type WindowParams } from './window/read-window.ts';

interface Neighbors {
  readonly previous: number | null;
  readonly next: number | null;
  /** The lead's place in the list, starting at 1. Null if it is far from the start, or doesn't match the filters. */
  readonly position: number | null;
  /** The number of leads in the list. A lower bound if `isExact` is false. */
  readonly total: number;
  readonly isExact: boolean;
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
  if (!lead) return { previous: null, next: null, position: null, total: 0, isExact: true };
  const cursor = { key: lead.key, id: lead.id };
  const after = await read({ ...list, after: cursor, limit: 1 });
  // This range includes the lead itself. One window is enough to count the position of leads near the start.
  const { rows, stop } = await read({ ...list, until: cursor, isFromEnd: true, strategy: after.strategy });
  const isCounted = stop === null && rows.at(-1)?.id === lead.id;
  return {
    previous: rows.filter((row) => row.id !== lead.id).at(-1)?.id ?? null,
    next: after.rows[0]?.id ?? null,
    position: isCounted ? rows.length : null,
    total: after.survey?.total ?? 0,
    isExact: after.survey?.isExact ?? false,
  };
}
