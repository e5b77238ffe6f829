import type { CSSProperties } from 'react';
import { typeOf } from '../field-types.ts';
import { type LeadColumn, nameKey } from './lead-column.ts';

const widths: Readonly<Record<string, number>> = {
  id: 90,
  [nameKey]: 190,
  first_name: 140,
  last_name: 120,
  email: 235,
  company: 145,
  status: 110,
  score: 90,
  owner: 140,
  zipcode: 100,
  state: 110,
};
/** Returns a column's initial width. Columns share the remaining space. The default columns fit on a small laptop's screen. */
const widthOf = ({ key, type }: LeadColumn): number => typeOf({ type }).columnWidth ?? widths[key] ?? 150;

/** Returns the width of a column's cells: the one that the user has chosen, or a share of the table. */
export const columnStyle = (column: LeadColumn, chosen: number | undefined): CSSProperties =>
  chosen === undefined ? { width: widthOf(column) } : { width: chosen, flexGrow: 0 };
