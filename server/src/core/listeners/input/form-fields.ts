import { invalid } from '../../../lib/errors.ts';

/** The max fields at the top level (spec/listeners §6.9). */
const maximumFields = 1_000;

/** The fields of a form. They are in a map because their names are untrusted. */
export interface FormFields {
  /** How many fields were sent, including dropped ones. */
  sent: number;
  readonly values: Map<string, string | string[]>;
  /**
   * Names whose earlier values were replaced, and how many times each name was sent (spec/listeners §6.2).
   */
  readonly repeated: Map<string, number>;
}

export const emptyForm = (): FormFields => ({ sent: 0, values: new Map(), repeated: new Map() });

/**
 * Names starting with `__` are reserved for Hark. Fields that a caller sends under such names are dropped
 * (spec/listeners §6.7).
 */
export const isReserved = (name: string) => name.startsWith('__');

/**
 * Adds a field in the same way as PHP: `tags[]` is a list under `tags` with one entry per occurrence, and for
 * any other name the last value wins. So a template's result depends on the name, not on how often a caller
 * repeats it. Other brackets have no meaning (spec/listeners §6.2).
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

/** Throws if there are more fields than spec/listeners §6.9 allows. */
export function requireFewFields(count: number): void {
  if (count <= maximumFields) return;
  throw invalid(
    'too_many_fields',
    `The request has more than ${maximumFields} top-level fields. Send fewer, or nest them in one field.`,
  );
}

/** Parses a URL-encoded form. Encoded bytes that aren't valid UTF-8 become U+FFFD, as in a browser. */
export function readUrlencoded(text: string): FormFields {
  const form = emptyForm();
  if (text === '') return form;
  // Count before building anything from the fields.
  let pieces = 1;
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) {
    requireFewFields(++pieces);
  }
  // The `&` is needed because the constructor would drop a leading question mark.
  for (const [name, value] of new URLSearchParams(`&${text}`)) addField(form, name, value);
  return form;
}
