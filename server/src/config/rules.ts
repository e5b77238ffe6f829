import { z } from 'zod';
import { Secret } from '../lib/crypto/secret.ts';

export interface Variable {
  about: string;
  rule: z.ZodType;
  fallback?: string;
}

/** Appends the rejected value to a rule's message. Don't use it for secrets. */
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
      notThis(`must be a URL that starts with ${prefixes(protocols)}`),
    );
/** Accepts a URL that may contain a password, so error messages never show it. */
export const secretAddress = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => isAddress(value, protocols), `must be a URL that starts with ${prefixes(protocols)}`)
    .pipe(secret);
/** Accepts one URL, or a comma-separated list for several nodes. */
export const addresses = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => value.split(',').every((one) => isAddress(one.trim(), protocols)),
      notThis(`must be URLs that start with ${prefixes(protocols)}, separated by commas`),
    );

export const database = secretAddress('postgres:', 'postgresql:');
