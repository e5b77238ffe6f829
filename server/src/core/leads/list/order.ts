import { invalid } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { type LeadField, typeOf } from '../../lead-fields/index.ts';

/** Ties are broken by id, in the same direction (spec/rest-api §6.3). */
export interface Order {
  readonly field: LeadField;
  readonly isDescending: boolean;
}

/** `orderBy` is an alias, `-alias` for descending; `orderByDir` is asc or desc. The default is by id. */
export function readOrder(
  orderBy: unknown,
  orderByDir: unknown,
  fields: ReadonlyMap<string, LeadField>,
): Order {
  const asked = orderBy ?? 'id';
  const alias = typeof asked === 'string' ? asked.replace(/^-/, '') : '';
  const field = fields.get(alias);
  if (!field || !typeOf(field).isSortable) {
    throw invalid('bad_order', `orderBy: there is no field "${shown(asked)}" to order by.`);
  }
  if (orderByDir !== undefined && orderByDir !== null && orderByDir !== 'asc' && orderByDir !== 'desc') {
    throw invalid('bad_order', 'orderByDir: must be asc or desc.');
  }
  const isMinus = typeof asked === 'string' && asked.startsWith('-');
  return {
    field,
    isDescending: orderByDir === undefined || orderByDir === null ? isMinus : orderByDir === 'desc',
  };
}
