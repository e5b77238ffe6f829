import { invalidField } from '../../../lib/errors.ts';
import { missing } from '../../../lib/read-body.ts';
import type { ManualInput } from '../trigger.ts';

type Data = Readonly<Record<string, unknown>>;

const isDate = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;

/** What a value of each type is, and how an error describes it. */
const types: Readonly<
  Record<ManualInput['type'], { readonly isValid: (value: unknown) => boolean; readonly wanted: string }>
> = {
  text: { isValid: (value) => typeof value === 'string', wanted: 'a text' },
  number: { isValid: (value) => typeof value === 'number', wanted: 'a number' },
  boolean: { isValid: (value) => typeof value === 'boolean', wanted: 'true or false' },
  date: { isValid: isDate, wanted: 'a date such as 2026-11-30' },
};

/**
 * Checks the data of a manual start against the trigger's inputs, and sets inputs that were left out to null
 * (spec/triggers §4.3). Without a manual trigger, any data is accepted. Reserved names are dropped later.
 */
export function readInputs(inputs: readonly ManualInput[] | undefined, data: Data): Data {
  if (!inputs) return data;
  const unknown = Object.keys(data).find(
    (name) => !name.startsWith('__') && !inputs.some((input) => input.name === name),
  );
  if (unknown !== undefined) throw invalidField('unknown_field', inData(unknown), 'there is no such input.');
  const given = ({ name }: ManualInput) => (Object.hasOwn(data, name) ? data[name] : null) ?? null;
  for (const input of inputs) {
    const value = given(input);
    if (input.required && (value === null || value === '')) throw missing(inData(input.name));
  }
  for (const input of inputs) {
    const value = given(input);
    const { isValid, wanted } = types[input.type];
    if (value !== null && !isValid(value))
      throw invalidField('invalid_value', inData(input.name), `must be ${wanted}.`);
  }
  return Object.fromEntries(inputs.map((input) => [input.name, given(input)]));
}

const inData = (name: string): string => `data.${name}`;
