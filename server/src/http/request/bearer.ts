import { invalid } from '../../lib/errors.ts';

/**
 * Returns a header's raw values. Node lower-cases header names, and keeps only one of two `Authorization`
 * headers.
 */
export const rawValues = (
  rawHeaders: readonly string[],
  isNamed: (name: string) => boolean,
): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1] ?? ''));

export const authorizationsOf = (rawHeaders: readonly string[]): readonly string[] =>
  rawValues(rawHeaders, (name) => name.toLowerCase() === 'authorization');

/**
 * Finds a bearer token. The scheme is case-insensitive (spec/rest-api §1.2). An empty token counts as sent
 * (spec/rest-api §1.3).
 */
export function bearerIn(authorizations: readonly string[]): string | undefined {
  const bearer = authorizations.find((value) => /^bearer(\s|$)/i.test(value));
  return bearer?.slice('bearer'.length).trim();
}

/** Rejects two `Authorization` headers, because it would be ambiguous which one counts (spec/rest-api §1.3). */
export function refuseTwo(authorizations: readonly string[]): void {
  if (authorizations.length > 1) {
    throw invalid('two_authorizations', 'Send exactly one Authorization header.');
  }
}
