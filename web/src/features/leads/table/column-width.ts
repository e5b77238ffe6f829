import type { Field } from '../field.ts';
import { typeOf } from '../field-types.ts';

const widths: Readonly<Record<string, number>> = {
  id: 90,
  first_name: 110,
  last_name: 120,
  email: 195,
  company: 145,
  status: 95,
  score: 90,
  owner: 120,
  zipcode: 100,
  state: 110,
};
/** Returns a column's minimum width. Columns share the remaining space. The default columns fit on a small laptop's screen. */
export const widthOf = ({ alias, type }: Pick<Field, 'alias' | 'type'>): number =>
  typeOf({ type }).columnWidth ?? widths[alias] ?? 150;
