import { headerValues, type RawHeaders } from '../input/raw-headers.ts';

export type TokenLocation =
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly token: string }
  /** The token is present but can't be decoded. The rejection still echoes it. */
  | { readonly kind: 'undecodable'; readonly token: string; readonly reason: 'repeated' | 'empty' };

/** The headers that can carry the token, in lower case. The first one that is present counts. */
export const tokenHeaders: readonly string[] = ['authorization', 'token'];

/**
 * Finds the token. `Authorization` is used if present, with any scheme; otherwise `token` (spec/listeners
 * §3.1). If the header occurs twice or is empty, the token counts as undecodable.
 */
export function locateToken(headers: RawHeaders): TokenLocation {
  const [value, second] =
    tokenHeaders.map((name) => headerValues(headers, name)).find(({ length }) => length > 0) ?? [];
  if (value === undefined) return { kind: 'missing' };
  const token = withoutBearer(value);
  if (second !== undefined) return { kind: 'undecodable', token, reason: 'repeated' };
  return token === '' ? { kind: 'undecodable', token, reason: 'empty' } : { kind: 'found', token };
}

/**
 * Removes the prefix, which is optional and matches any letter case (spec/listeners §3.1). If the header is
 * only `Bearer `, HTTP itself drops the space.
 */
const withoutBearer = (value: string) => value.replace(/^bearer( |$)/i, '');
