import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Field } from '../field.ts';

/** A column of the table. It shows one field, or the two fields of a name. */
export interface LeadColumn extends Pick<Field, 'label' | 'type' | 'is_ordered'> {
  /** Identifies the column. Aliases contain no spaces, so the name's key is never a field's alias. */
  readonly key: string;
  /** The fields in the order in which they are shown and edited. The table sorts by the first one. */
  readonly parts: readonly [Field, ...Field[]];
}

const columnOf = (field: Field): LeadColumn => ({ ...field, key: field.alias, parts: [field] });

/** Returns the columns for fields. The first and the last name are one column if they are next to each other. */
export function tableColumnsOf(fields: readonly Field[]): LeadColumn[] {
  const at = fields.findIndex(({ alias }) => alias === 'first_name');
  const [first, last] = [fields[at], fields[at + 1]];
  const columns = fields.map(columnOf);
  if (!first || last?.alias !== 'last_name') return columns;
  const name = { ...columnOf(first), key: nameKey, label: leadsTexts.name, parts: [first, last] } as const;
  return columns.toSpliced(at, 2, name);
}

export const nameKey = 'first_name last_name';
