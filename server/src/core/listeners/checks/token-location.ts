import { headerValues, type RawHeaders } from '../input/raw-headers.ts';

export type TokenLocation =
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly token: string }
  /** Present, but not decodable; the rejection still echoes it. */
  | { readonly kind: 'undecodable'; readonly token: string };

/**
 * `Authorization` is used if present, with any scheme; otherwise `token` (spec/listeners §3.1). Two headers
 * of that name, or an empty value, are a token that can't be decoded.
 */
export function locateToken(headers: RawHeaders): TokenLocation {
  const authorizations = headerValues(headers, 'authorization');
  const [value, second] = authorizations.length > 0 ? authorizations : headerValues(headers, 'token');
  if (value === undefined) return { kind: 'missing' };
  const token = withoutBearer(value);
  return { kind: second !== undefined || token === '' ? 'undecodable' : 'found', token };
}

/** Optional, in any letter case (spec/listeners §3.1). HTTP itself drops the space of a bare `Bearer `. */
const withoutBearer = (value: string) => value.replace(/^bearer( |$)/i, '');
