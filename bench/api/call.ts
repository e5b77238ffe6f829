import { hostOf, keyOfUser, type Population } from '../seed/shape.ts';

/** One request as it goes over the wire, and what its answer must be. A fast wrong answer is a failed run. */
export interface Call {
  readonly port: number;
  readonly text: string;
  readonly status: number;
  /** For lists: the true total, and how many leads the page holds. */
  readonly list?: { readonly total: number; readonly rows: number } | undefined;
  /** For writes: what the answer must contain. */
  readonly contains?: string | undefined;
}

/** Who asks: the administrator of a workspace, or its user who sees only his own. */
export type Caller = 'admin' | 'own';

/** A request to the API of a workspace, by the key of one of its users. */
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
