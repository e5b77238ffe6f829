import { hopByHop } from './hop-by-hop.ts';

/** What an `http.request` step cannot set: what belongs to the connection or the body, and what the service sends by itself. */
const forbidden: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'hark-depth',
  ...hopByHop,
]);

/** Whether an `http.request` step may not set this header, in whatever letter case. */
export const isForbiddenCallHeader = (name: string): boolean => forbidden.has(name.toLowerCase());

/** The verbs that a step can use. */
export const callMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
