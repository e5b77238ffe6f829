import { hopByHop } from './hop-by-hop.ts';

/**
 * What a respond step cannot set (decisions 3): a listener shares its origin with the console, so an answer of a workflow
 * is never a page of ours; and what belongs to the connection is the server's.
 */
const forbidden: ReadonlySet<string> = new Set([
  'set-cookie',
  'set-cookie2',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-content-type-options',
  'vary',
  'x-run-id',
  'x-request-id',
  'content-length',
  'content-encoding',
  ...hopByHop,
]);

/** Whether a respond step may not set this header, in whatever letter case. */
export function isForbiddenAnswerHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return forbidden.has(lower) || lower.startsWith('access-control-');
}
