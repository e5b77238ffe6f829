import { isDeepStrictEqual } from 'node:util';
import { Secret } from '../../../lib/crypto/secret.ts';
import { isRecord } from '../../../lib/json.ts';
import { concealed } from '../../audit/index.ts';
import { identities, listSections } from '../file/identity.ts';
import type { StateItem, Values, WorkspaceState } from './workspace-state.ts';

export type PlannedSection = 'workspace' | 'settings' | 'secrets' | 'leads' | (typeof listSections)[number];

export interface PlannedField {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** A change that `apply` makes (spec/provisioning §7.2). */
export interface PlannedChange {
  readonly section: PlannedSection;
  readonly item: string;
  readonly action: 'create' | 'update' | 'delete';
  /** The values that differ, without secrets. Empty for a deletion. */
  readonly fields: readonly PlannedField[];
}

/** A change with the ID of the item that existed before. */
export type StateChange = PlannedChange & { readonly id?: number | undefined };

/** Returns what differs, section by section. With `isNew`, the workspace itself is new too. */
export function compareStates(
  before: WorkspaceState,
  after: WorkspaceState,
  { isNew }: { readonly isNew: boolean },
): StateChange[] {
  const present = isNew ? [] : [before.workspace];
  return [
    ...compareItems('workspace', present, [after.workspace], baseUrlOf, 'base_url'),
    ...compareItems('settings', settingsOf(before), settingsOf(after), nameOf, 'name'),
    ...compareItems('secrets', before.secrets, after.secrets, nameOf, 'name'),
    ...listSections.flatMap((section) => {
      const { of, key } = identities[section];
      return compareItems(section, before[section], after[section], of, key);
    }),
  ];
}

const baseUrlOf = ({ base_url }: Values) => String(base_url);
const nameOf = ({ name }: Values) => String(name);

/** Each setting is an item, with the ID of the workspace. */
const settingsOf = ({ workspace, settings }: WorkspaceState): StateItem[] =>
  Object.entries(settings).map(([name, value]) => ({ id: workspace.id, values: { name, value } }));

function compareItems(
  section: PlannedSection,
  before: readonly StateItem[],
  after: readonly StateItem[],
  identityOf: (values: Values) => string,
  key: string,
): StateChange[] {
  const present = new Map(before.map((item) => [identityOf(item.values), item]));
  const remaining = new Set(after.map(({ values }) => identityOf(values)));
  const written = after.flatMap(({ values }): StateChange[] => {
    const item = identityOf(values);
    const old = present.get(item);
    // The identity of a new item is in `item`.
    const { [key]: _, ...named } = values;
    const fields = changedFields(old?.values ?? {}, old ? values : named);
    if (old && fields.length === 0) return [];
    return [{ section, item, action: old ? 'update' : 'create', fields, id: old?.id }];
  });
  const deleted = [...present].flatMap(([item, { id }]): StateChange[] =>
    remaining.has(item) ? [] : [{ section, item, action: 'delete', fields: [], id }],
  );
  return [...written, ...deleted];
}

/** Returns the values that differ. A value inside an object is named by its path, such as `listener.respond_with`. */
function changedFields(before: Values, after: Values): PlannedField[] {
  const [old, wanted] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((field) => !isDeepStrictEqual(mapped(old.get(field), reveal), mapped(wanted.get(field), reveal)))
    .map((field) => ({
      field,
      old: mapped(old.get(field), conceal) ?? null,
      new: mapped(wanted.get(field), conceal) ?? null,
    }));
}

/** Lists are compared as a whole, because their items have no names. Missing values and null are the same. */
function flatten(values: Values, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
      if (isRecord(value) && !(value instanceof Secret)) return [...flatten(value, `${prefix}${key}.`)];
      return value === null || value === undefined ? [] : [[`${prefix}${key}`, value]];
    }),
  );
}

const reveal = (secret: Secret): string => secret.reveal();
const conceal = (): string => concealed;

/** Replaces the secrets in a value or a list. Values inside steps are never secrets. */
function mapped(value: unknown, replace: (secret: Secret) => string): unknown {
  if (value instanceof Secret) return replace(value);
  return Array.isArray(value) ? value.map((one) => (one instanceof Secret ? replace(one) : one)) : value;
}
