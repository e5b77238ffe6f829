import { invalidField } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { type LeadField, typeOf } from '../../lead-fields/index.ts';
import { isAbsent } from '../../paging/index.ts';

/** A sort order. Ties are broken by ID, in the same direction (spec/rest-api §6.3). */
export interface Order {
  readonly field: LeadField;
  readonly isDescending: boolean;
}

/**
 * Parses a sort order. `orderBy` is an alias, or `-alias` for descending; `orderByDir` is asc or desc, in any letter
 * case. The default is by ID.
 */
export function readOrder(
  orderBy: unknown,
  orderByDir: unknown,
  fields: ReadonlyMap<string, LeadField>,
): Order {
  const asked = isAbsent(orderBy) ? 'id' : orderBy;
  const alias = typeof asked === 'string' ? asked.replace(/^-/, '') : '';
  const field = fields.get(alias);
  if (!field || !typeOf(field).isSortable) {
    throw invalidField('bad_order', 'orderBy', `there is no sortable field "${shown(asked)}".`);
  }
  const isMinus = typeof asked === 'string' && asked.startsWith('-');
  if (isAbsent(orderByDir)) return { field, isDescending: isMinus };
  const direction = typeof orderByDir === 'string' ? orderByDir.toLowerCase() : undefined;
  if (direction !== 'asc' && direction !== 'desc') {
    throw invalidField('bad_order', 'orderByDir', 'must be asc or desc.');
  }
  return { field, isDescending: direction === 'desc' };
}
