import { hostOf, keyOfUser, type Population } from '../seed/shape.ts';

/**
 * A request as sent over the network, and the expected response. A wrong response fails the run, no matter how
 * fast it is.
 */
export interface Call {
  readonly port: number;
  readonly text: string;
  readonly status: number;
  /** For lists: the exact total, and the number of leads on the page. */
  readonly list?: { readonly total: number; readonly rows: number } | undefined;
  /** For writes: what the response must contain. */
  readonly contains?: string | undefined;
}

/** The caller: a workspace's administrator, or its user who sees only their own leads. */
export type Caller = 'admin' | 'own';

/** Builds a request to a workspace's API, with one of its users' keys. */
export function requestText(
  population: Population,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): string {
  const key = keyOfUser(population.firstUser + (caller === 'own' ? 1 : 0));
  const payload = body === undefined ? '' : JSON.stringify(body);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(payload)}\r\n`;
  return `${method} /api${path} HTTP/1.1\r\nhost: ${hostOf(population)}\r\napikey: ${key}\r\n${length}\r\n${payload}`;
}
