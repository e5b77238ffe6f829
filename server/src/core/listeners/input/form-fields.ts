import { invalid } from '../../../lib/errors.ts';

/** Fields at the top level (spec/listeners §6.9). */
const maximumFields = 1_000;

/** Fields of a form or a query, flat. A map, because the names are a stranger's. */
export interface FormFields {
  /** How many the caller sent; those that are dropped count too. */
  sent: number;
  readonly values: Map<string, string | string[]>;
  /** Names of which only the last value was kept, and how often each was sent. */
  readonly repeated: Map<string, number>;
}

export const emptyForm = (): FormFields => ({ sent: 0, values: new Map(), repeated: new Map() });

/** These names belong to Hark; fields that a caller sends under them are dropped (spec/listeners §6.7). */
export const isReserved = (name: string) => name.startsWith('__');

/**
 * Adds a field as PHP does: `tags[]` is a list under `tags`, one entry per occurrence; of any other name the last one
 * counts. So the name decides what a template finds, not how often a caller repeats it. Other brackets mean nothing.
 */
export function addField(form: FormFields, sentName: string, value: string): void {
  form.sent += 1;
  if (isReserved(sentName)) return;
  const isList = sentName.length > 2 && sentName.endsWith('[]');
  const name = isList ? sentName.slice(0, -2) : sentName;
  const known = form.values.get(name);
  if (known !== undefined && !(isList && Array.isArray(known))) {
    const before = form.repeated.get(name) ?? (Array.isArray(known) ? known.length : 1);
    form.repeated.set(name, before + 1);
  }
  if (!isList) form.values.set(name, value);
  else if (Array.isArray(known)) known.push(value);
  else form.values.set(name, [value]);
}

/** Rejects more fields than spec/listeners §6.9 allows. */
export function requireFewFields(count: number): void {
  if (count <= maximumFields) return;
  throw invalid(
    'too_many_fields',
    `The request has more than ${maximumFields} fields at the top level. Send fewer, or put some into one field.`,
  );
}

/** The fields of an urlencoded form or a query. Encoded bytes that are not UTF-8 become U+FFFD, as in a browser. */
export function readUrlencoded(text: string): FormFields {
  const form = emptyForm();
  if (text === '') return form;
  // Counted before anything is built from them.
  let pieces = 1;
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) {
    requireFewFields(++pieces);
  }
  // The constructor would take a leading question mark for the beginning of a query.
  for (const [name, value] of new URLSearchParams(`&${text}`)) addField(form, name, value);
  return form;
}
