import { invalidField } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { type LeadField, typeOf } from '../../lead-fields/index.ts';

/** A sort order. Ties are broken by ID, in the same direction (spec/rest-api §6.3). */
export interface Order {
  readonly field: LeadField;
  readonly isDescending: boolean;
}

/**
 * Parses a sort order. `orderBy` is an alias, or `-alias` for descending; `orderByDir` is asc or desc. The
 * default is by ID.
 */
export function readOrder(
  orderBy: unknown,
  orderByDir: unknown,
  fields: ReadonlyMap<string, LeadField>,
): Order {
  const asked = orderBy ?? 'id';
  const alias = typeof asked === 'string' ? asked.replace(/^-/, '') : '';
  const field = fields.get(alias);
  if (!field || !typeOf(field).isSortable) {
    throw invalidField('bad_order', 'orderBy', `there is no sortable field "${shown(asked)}".`);
  }
  if (orderByDir !== undefined && orderByDir !== null && orderByDir !== 'asc' && orderByDir !== 'desc') {
    throw invalidField('bad_order', 'orderByDir', 'must be asc or desc.');
  }
  const isMinus = typeof asked === 'string' && asked.startsWith('-');
  return {
    field,
    isDescending: orderByDir === undefined || orderByDir === null ? isMinus : orderByDir === 'desc',
  };
}
