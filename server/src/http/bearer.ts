import { invalid } from '../lib/errors.ts';

/** The values of the headers whose name fits, from the raw list: Node lower-cases names, and keeps one of two `Authorization`. */
export const rawValues = (
  rawHeaders: readonly string[],
  isNamed: (name: string) => boolean,
): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1] ?? ''));

/** Every `Authorization` header of a request. */
export const authorizationsOf = (rawHeaders: readonly string[]): readonly string[] =>
  rawValues(rawHeaders, (name) => name.toLowerCase() === 'authorization');

/** The bearer token among them; the scheme is compared without case (decisions 6.1), and an empty one counts as sent. */
export function bearerIn(authorizations: readonly string[]): string | undefined {
  const bearer = authorizations.find((value) => /^bearer(\s|$)/i.test(value));
  return bearer?.slice('bearer'.length).trim();
}

/** Decisions 6.1: which of two would count is not for us to guess. */
export function refuseTwo(authorizations: readonly string[]): void {
  if (authorizations.length > 1) {
    throw invalid('two_authorizations', 'Send exactly one Authorization header.');
  }
}
