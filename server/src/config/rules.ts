import { z } from 'zod';
import { Secret } from '../lib/secret.ts';

/** How one environment variable is read. */
export interface Variable {
  about: string;
  rule: z.ZodType;
  /** What counts when it is not set. */
  fallback?: string;
}

export const port = z.coerce.number<string>().int().min(0).max(65_535);
export const secret = z.string().transform((value) => new Secret(value));
export const address = (...protocols: string[]) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), {
    message: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
/** One address, or those of several nodes, separated by commas. */
export const addresses = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((one) => address(...protocols).safeParse(one.trim()).success), {
      message: `must be addresses that begin with ${protocols.map((p) => `${p}//`).join(' or ')}, separated by commas`,
    });

export const database = address('postgres:', 'postgresql:').pipe(secret);
