import { auditTexts } from '../../texts/audit.ts';

/** Returns a readable name for a key. */
export const shownName = (key: string): string => {
  const words = key.replace(/^is_/, '').replaceAll(/[._]/g, ' ');
  return Object.hasOwn(auditTexts.fields, key)
    ? String(auditTexts.fields[key])
    : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Formats a value for reading. Lists and objects get one line per item, and nested values are indented. */
export const shownValue = (value: unknown): string => {
  if (value === undefined || value === null) return auditTexts.notSet;
  if (value === '') return auditTexts.empty;
  if (typeof value === 'boolean') return value ? auditTexts.yes : auditTexts.no;
  if (typeof value !== 'object') return String(value);
  // A signature that isn't checked has no other settings worth showing.
  if ('scheme' in value && value.scheme === 'none') return auditTexts.noneOfThem;
  const lines = Array.isArray(value) ? value.map(shownItem) : Object.entries(value).map(shownEntry);
  return lines.length === 0 ? auditTexts.noneOfThem : lines.join('\n');
};

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const shownItem = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `– ${indented(shownValue(value))}` : shownValue(value);

const shownEntry = ([key, value]: [string, unknown]): string => {
  const text = shownValue(value);
  return `${shownName(key)}: ${text.includes('\n') ? indented(`\n${text}`) : text}`;
};
