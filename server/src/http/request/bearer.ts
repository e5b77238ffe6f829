import { invalid } from '../../lib/errors.ts';

/** The values of the headers whose name fits, from the raw list: Node lower-cases names, and keeps one of two `Authorization`. */
export const rawValues = (
  rawHeaders: readonly string[],
  isNamed: (name: string) => boolean,
): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1] ?? ''));

/** Every `Authorization` header of a request. */
export const authorizationsOf = (rawHeaders: readonly string[]): readonly string[] =>
  rawValues(rawHeaders, (name) => name.toLowerCase() === 'authorization');

/**
 * The bearer token among them. The scheme is compared without regard to case (spec/rest-api §1.2), and an
 * empty token counts as sent (spec/rest-api §1.3).
 */
export function bearerIn(authorizations: readonly string[]): string | undefined {
  const bearer = authorizations.find((value) => /^bearer(\s|$)/i.test(value));
  return bearer?.slice('bearer'.length).trim();
}

/** With two headers it isn't clear which one counts, so both are rejected (spec/rest-api §1.3). */
export function refuseTwo(authorizations: readonly string[]): void {
  if (authorizations.length > 1) {
    throw invalid('two_authorizations', 'Send exactly one Authorization header.');
  }
}
