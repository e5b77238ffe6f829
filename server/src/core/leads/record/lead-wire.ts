import type { LeadId, UserId } from '../../../lib/ids.ts';
import { type FieldSet, type FieldValue, typeOf } from '../../lead-fields/index.ts';
import type { UserNames } from '../../users/index.ts';

/** A lead as the use cases see it: what people write is in `values`, by alias; the rest the service keeps itself. */
export interface Lead {
  readonly id: LeadId;
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly createdBy: UserId | null;
  readonly modifiedBy: UserId | null;
  readonly dateAdded: Date;
  readonly dateModified: Date;
}

/** Around the id of a user, whose name is put in at reading. JSON never holds this character unescaped. */
const mark = '\u0001';
/** Before a lead that was written under an older set of fields. */
export const staleMark = '\u0002';

/** Whom a lead belongs to. */
export const ownerOf = ({ values }: Pick<Lead, 'values'>): UserId | null =>
  (values.get('owner_id') ?? null) as UserId | null;

/**
 * The JSON of a lead without its opening brace and id, written once on saving and joined as text on reading
 * (docs/design/leads-storage.md).
 */
export function toWireForm(lead: Omit<Lead, 'id'>, { byAlias }: FieldSet): string {
  const user = (id: UserId | null) => (id === null ? 'null' : `${mark}${id}${mark}`);
  const own: Record<string, string> = {
    owner: user(ownerOf(lead)),
    created_by: user(lead.createdBy),
    modified_by: user(lead.modifiedBy),
    date_added: JSON.stringify(lead.dateAdded),
    date_modified: JSON.stringify(lead.dateModified),
  };
  const parts = [...byAlias.values()]
    .filter(({ alias }) => alias !== 'id')
    .map((field) => {
      const value = () => JSON.stringify(lead.values.get(field.alias) ?? typeOf(field).empty);
      return `"${field.alias}":${own[field.alias] ?? value()}`;
    });
  return `${parts.join(',')}}`;
}

/** A lead as text: its id in front of its stored form. */
export const withId = (id: LeadId, wire: string): string => `{"id":${id},${wire}`;

/** Puts the present names into leads as they are stored, joined by commas, and completes those of an older set of fields. */
export function presentWire(stored: string, names: UserNames, fields: FieldSet): string {
  // Every second part stands between two marks. Half the cost of a regular expression, on what every list does.
  const parts = stored.split(mark);
  const shown = new Map<string, string>();
  for (let index = 1; index < parts.length; index += 2) {
    const id = parts[index] ?? '';
    const user = shown.get(id) ?? shownUser(id, names);
    shown.set(id, user);
    parts[index] = user;
  }
  const named = parts.join('');
  return named.includes(staleMark) ? complete(named.replaceAll(staleMark, ''), fields) : named;
}

const shownUser = (id: string, names: UserNames): string =>
  `{"id":${id},"name":${JSON.stringify(names.get(Number(id) as UserId) ?? 'Deleted user')}}`;

/** The slow way: parsed, given the fields that are new since, and written again. */
function complete(leads: string, { byAlias }: FieldSet): string {
  const list = JSON.parse(`[${leads}]`) as Record<string, unknown>[];
  const completed = list.map((lead) =>
    JSON.stringify(
      Object.fromEntries(
        [...byAlias.values()].map((field) => [field.alias, lead[field.alias] ?? typeOf(field).empty]),
      ),
    ),
  );
  return completed.join(',');
}

/** The values of a stored lead, as people wrote them. */
export function readWire(wire: string, { byAlias }: FieldSet): ReadonlyMap<string, FieldValue> {
  const parsed = JSON.parse(`{${wire.replaceAll(mark, '')}`) as Record<string, FieldValue>;
  const writable = [...byAlias.values()].filter((field) => !field.readOnly);
  return new Map(
    writable.map(({ alias }) => {
      const value = parsed[alias] ?? null;
      return [alias, Array.isArray(value) && value.length === 0 ? null : value];
    }),
  );
}
