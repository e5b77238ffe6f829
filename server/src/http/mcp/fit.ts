/**
 * The limit in bytes. A token has at least one byte, so a response stays below 25,000 tokens for any model
 * (spec/agents §2.4).
 */
const maxBytes = 24_000;

/** Leaves room for the notice around the data and the metadata of a page. */
const dataBytes = maxBytes - 600;
const pageBytes = dataBytes - 3_400;

interface Cut {
  readonly text: number;
  readonly items: number;
  /** The maximum number of fields in an object. By default, all fields are kept. */
  readonly fields?: number;
}

/** How to truncate a value that is too large, from generous to minimal. */
const cuts: readonly Cut[] = [
  { text: 16_000, items: 200 },
  { text: 4_000, items: 100 },
  { text: 1_000, items: 50 },
  { text: 200, items: 20 },
  { text: 40, items: 10 },
  { text: 40, items: 10, fields: 100 },
  { text: 40, items: 10, fields: 40 },
];

/** Lists always truncate long strings, because a list is for finding records. */
const listed: Cut = { text: 500, items: 50 };

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Truncates long strings and lists until the value fits into a response. */
export function fitted(value: unknown, room = dataBytes): unknown {
  if (bytesOf(value) <= room) return value;
  const fitting = cuts.map((cut) => shorten(value, cut)).find((short) => bytesOf(short) <= room);
  return fitting ?? '[too large to show]';
}

/** Returns as many items as fit into a response, but at least one. Long strings are truncated. */
export function fitPage(items: readonly unknown[]): unknown[] {
  const shown: unknown[] = [];
  let bytes = 0;
  for (const item of items) {
    const short = shorten(item, listed);
    const size = bytesOf(short) + 1;
    if (bytes + size > pageBytes) break;
    bytes += size;
    shown.push(short);
  }
  return shown.length === 0 && items.length > 0 ? [fitted(items[0], pageBytes)] : shown;
}

function shorten(value: unknown, cut: Cut): unknown {
  if (typeof value === 'string') {
    const left = value.length - cut.text;
    return left <= 0 ? value : `${value.slice(0, cut.text)}… [${left} more characters]`;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    const left = value.length - cut.items;
    const shown = value.slice(0, cut.items).map((item) => shorten(item, cut));
    return left <= 0 ? shown : [...shown, `… [${left} more]`];
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, cut.fields).map(([name, inner]) => [name, shorten(inner, cut)]);
  const left = entries.length - shown.length;
  return Object.fromEntries(left <= 0 ? shown : [...shown, ['…', `[${left} more fields]`]]);
}
