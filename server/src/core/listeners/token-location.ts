import { headerValues, type RawHeaders } from './raw-headers.ts';

/** Where a request carries its token, and what stands there. */
export type TokenLocation =
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly token: string }
  /** Something is there, but it can be no token; it is echoed all the same. */
  | { readonly kind: 'undecodable'; readonly token: string };

/**
 * Seed 5.1.1, decisions 3: `Authorization` decides alone when it is there at all, whatever its scheme; `token` is read
 * only when it is not. Two of the deciding header, or nothing after the strip, is a token that cannot be decoded.
 */
export function locateToken(headers: RawHeaders): TokenLocation {
  const authorizations = headerValues(headers, 'authorization');
  const [value, second] = authorizations.length > 0 ? authorizations : headerValues(headers, 'token');
  if (value === undefined) return { kind: 'missing' };
  const token = withoutBearer(value);
  return { kind: second !== undefined || token === '' ? 'undecodable' : 'found', token };
}

/** Seed 5.1.1: the prefix is optional, in any letter case. Of `Bearer ` alone HTTP itself drops the space. */
const withoutBearer = (value: string) => value.replace(/^bearer( |$)/i, '');
