import { invalid } from '../../../lib/errors.ts';

/** The parameters of a request to the OAuth server. */
export interface Parameters {
  get(name: string): string | undefined;
  /** The only one that may be there more than once (RFC 8707). */
  readonly resources: readonly string[];
}

/**
 * Reads a query or a form. No parameter but `resource` may be repeated, and one without a value counts as left out
 * (RFC 6749 3.1, 3.2).
 */
export function readOAuthParameters(encoded: string): Parameters {
  const values = new Map<string, string>();
  const resources: string[] = [];
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (value.includes('\0')) throw invalid('invalid_request', 'A parameter holds a NUL character.');
    if (name === 'resource') resources.push(value);
    else if (values.has(name)) throw invalid('invalid_request', 'A parameter is there more than once.');
    else values.set(name, value);
  }
  return { get: (name) => values.get(name) || undefined, resources };
}
