import type { CSSProperties } from 'react';
import type { Field } from '../field.ts';
import { typeOf } from '../field-types.ts';

const widths: Readonly<Record<string, number>> = {
  id: 90,
  first_name: 140,
  last_name: 120,
  email: 195,
  company: 145,
  status: 110,
  score: 90,
  owner: 140,
  zipcode: 100,
  state: 110,
};
/** Returns a column's initial width. Columns share the remaining space. The default columns fit on a small laptop's screen. */
const widthOf = ({ alias, type }: Pick<Field, 'alias' | 'type'>): number =>
  typeOf({ type }).columnWidth ?? widths[alias] ?? 150;

/** Returns the width of a column's cells: the one that the user has chosen, or a share of the table. */
export const columnStyle = (
  field: Pick<Field, 'alias' | 'type'>,
  chosen: number | undefined,
): CSSProperties => (chosen === undefined ? { width: widthOf(field) } : { width: chosen, flexGrow: 0 });
