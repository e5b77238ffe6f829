import { z } from 'zod';
import { Secret } from '../lib/crypto/secret.ts';

export interface Variable {
  about: string;
  rule: z.ZodType;
  fallback?: string;
}

/** Appends the value to the message of a rule. Not for secrets. */
export const notThis = (message: string) => ({
  error: ({ input }: { input?: unknown }) => `${message}, not "${String(input)}"`,
});

const numberRule = (form: RegExp, kind: string) => (min: number, max: number) =>
  z
    .string()
    .refine(
      (value) => form.test(value) && Number(value) >= min && Number(value) <= max,
      notThis(`must be a ${kind} from ${min} to ${max}`),
    )
    .transform(Number);

export const wholeNumber = numberRule(/^\d+$/, 'whole number');
export const decimalNumber = numberRule(/^\d*\.?\d+$/, 'number');
export const port = wholeNumber(0, 65_535);
export const oneOf = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values, notThis(`must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(values)}`));

export const secret = z.string().transform((value) => new Secret(value));

const prefixes = (protocols: readonly string[]) => `${protocols.map((p) => `${p}//`).join(' or ')}`;
const isAddress = (value: string, protocols: readonly string[]) =>
  protocols.includes(URL.parse(value)?.protocol ?? '');

export const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => isAddress(value, protocols),
      notThis(`must be an address that begins with ${prefixes(protocols)}`),
    );
/** A URL that may contain a password, so it is never shown. */
export const secretAddress = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => isAddress(value, protocols),
      `must be an address that begins with ${prefixes(protocols)}`,
    )
    .pipe(secret);
/** One URL, or a comma-separated list of several nodes. */
export const addresses = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => value.split(',').every((one) => isAddress(one.trim(), protocols)),
      notThis(`must be addresses that begin with ${prefixes(protocols)}, separated by commas`),
    );

export const database = secretAddress('postgres:', 'postgresql:');
