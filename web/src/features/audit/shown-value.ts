import { auditTexts } from '../../texts/audit.ts';
import { auditValues } from '../../texts/audit-values.ts';

/** Returns a readable name for a key. */
export const shownName = (key: string): string => {
  const words = key.replace(/^is_/, '').replaceAll(/[._]/g, ' ');
  return Object.hasOwn(auditTexts.fields, key)
    ? String(auditTexts.fields[key])
    : words.charAt(0).toUpperCase() + words.slice(1);
};

const uuid = /^([0-9a-f]{8}-[0-9a-f]{4})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a value of a field in words. Lists and objects get one line per item, and nested values are indented. */
export const shownValue = (key: string, value: unknown): string => {
  if (value === undefined || value === null) return auditTexts.notSet;
  if (value === '') return auditTexts.empty;
  if (typeof value === 'boolean') return value ? auditTexts.on : auditTexts.off;
  if (typeof value === 'number') return value.toLocaleString();
  if (typeof value !== 'object') return shownText(key, String(value));
  // A signature that isn't checked has no other settings worth showing.
  if ('scheme' in value && value.scheme === 'none') return auditTexts.noneOfThem;
  const lines = Array.isArray(value)
    ? value.map((item) => shownItem(key, item))
    : Object.entries(value).map(shownEntry);
  return lines.length === 0 ? auditTexts.noneOfThem : lines.join('\n');
};

type Values = Readonly<Record<string, unknown>>;

/**
 * Formats the old and the new value of a field, or only one of them if the other isn't recorded. Values that differ but
 * look the same, such as two shortened IDs, are shown in full. A value that didn't change is shown once.
 */
function shownChange(key: string, old: Values, changed: Values): string {
  const values = [old, changed].filter((side) => Object.hasOwn(side, key)).map((side) => side[key]);
  const [before, after] = values.map((value) => shownValue(key, value));
  if (before === undefined || after === undefined) return before ?? '';
  if (before !== after) return `${before} → ${after}`;
  const [was, is] = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return was === is ? before : `${was} → ${is}`;
}

/** Like `shownChange`, but in one line: of a list, only how many items changed. */
export function shortChange(key: string, old: Values, changed: Values): string {
  const [before, after] = [old[key], changed[key]];
  return Array.isArray(before) && Array.isArray(after)
    ? auditTexts.itemsChanged(countWithout(after, before), countWithout(before, after))
    : shownChange(key, old, changed);
}

/** Returns how many items of a list aren't in another one. */
function countWithout(list: readonly unknown[], other: readonly unknown[]): number {
  const known = new Set(other.map((item) => JSON.stringify(item)));
  return list.filter((item) => !known.has(JSON.stringify(item))).length;
}

/** Replaces values that only programs know: codes, times, and the IDs of runs. */
function shownText(key: string, text: string): string {
  const words = auditValues[key] ?? {};
  if (Object.hasOwn(words, text)) return String(words[text]);
  if (text === '[secret]') return auditTexts.hidden;
  if (time.test(text)) return local.format(new Date(text));
  // The start of an ID is enough to recognize a run, as on its own page.
  return uuid.exec(text)?.[1] ?? text;
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const shownItem = (key: string, value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `– ${indented(shownValue(key, value))}`
    : shownValue(key, value);

const shownEntry = ([key, value]: [string, unknown]): string => {
  const text = shownValue(key, value);
  return `${shownName(key)}: ${text.includes('\n') ? indented(`\n${text}`) : text}`;
};
