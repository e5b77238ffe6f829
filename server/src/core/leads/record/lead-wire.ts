import type { LeadId, UserId } from '../../../lib/ids.ts';
import { type FieldSet, type FieldValue, fits, typeOf } from '../../lead-fields/index.ts';
import type { UserNames } from '../../users/index.ts';

/** `values` contains the values that users write, by alias. Hark maintains the other properties. */
export interface Lead {
  readonly id: LeadId;
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly createdBy: UserId | null;
  readonly modifiedBy: UserId | null;
  readonly dateAdded: Date;
  readonly dateModified: Date;
}

/**
 * Encloses a user's ID, which is replaced by the user's name when reading. JSON never contains this character
 * unescaped.
 */
const mark = '\u0001';
/** Precedes a lead that was written under an older field set. */
export const staleMark = '\u0002';

export const ownerOf = ({ values }: Pick<Lead, 'values'>): UserId | null =>
  (values.get('owner_id') ?? null) as UserId | null;

/**
 * Serializes a lead as JSON without the opening brace and the ID, so reads can concatenate strings
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

export const withId = (id: LeadId, wire: string): string => `{"id":${id},${wire}`;

/**
 * Inserts the current user names into stored leads, and adds missing fields to leads written under an older
 * field set.
 */
export function presentWire(stored: string, names: UserNames, fields: FieldSet): string {
  // Every second part is a user ID. Splitting costs half as much as a regular expression.
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

/**
 * Returns a lead that was stored earlier, under `fieldSet`, as the REST API shows it with the current fields and names.
 */
export function presentStored(
  stored: string,
  fieldSet: number,
  names: UserNames,
  fields: FieldSet,
): Readonly<Record<string, unknown>> {
  const marked = fits(fields, fieldSet) ? stored : staleMark + stored;
  return JSON.parse(presentWire(marked, names, fields)) as Record<string, unknown>;
}

const shownUser = (id: string, names: UserNames): string =>
  `{"id":${id},"name":${JSON.stringify(names.get(Number(id) as UserId) ?? 'Deleted user')}}`;

/**
 * The slow path: parses the leads, adds the fields that were created since, and serializes the leads again.
 */
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
