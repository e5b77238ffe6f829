import { concealed } from '../audit/index.ts';
import type { Mask } from '../secrets/index.ts';

/** Names under which people write what nobody else should read. */
const secretName =
  /pass(word|phrase)?$|pwd|secret|token|api[-_]?key|authorization|credential|cookie|private[-_]?key|signature/i;
const longestText = 500;
const longestWhole = 8_000;
const deepest = 8;

/**
 * The arguments of a call as they are kept: values under a name that says so are hidden, the workspace's secrets are hidden
 * wherever they stand, and what is long is cut.
 */
export function shownArguments(given: unknown, mask: Mask): string {
  const text = mask(JSON.stringify(concealNamed(given, 0)) ?? 'null');
  return text.length > longestWhole ? JSON.stringify(`${text.slice(0, longestWhole)}…`) : text;
}

function concealNamed(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return '…';
  if (Array.isArray(value)) return value.map((item) => concealNamed(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? concealed : concealNamed(inner, depth + 1),
    ]),
  );
}
