import { createHmac } from 'node:crypto';
import type { ResolvedSettings } from '../../../src/core/listeners/index.ts';

export const key = 'acme-key';
export const secret = 'acme-secret-0123456789abcdef-0123456789abcdef';
export const now = new Date('2026-03-01T12:00:00Z');
export const nowSeconds = now.getTime() / 1000;

const hashes = new Map<unknown, string>([
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);
const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/**
 * Builds a token without the product's code. Claims given as a string become the payload unchanged; `header`
 * replaces or adds header members.
 */
export function sign(
  claims: unknown,
  { by = secret, header = {} }: { by?: string; header?: Record<string, unknown> | string } = {},
): string {
  const members = typeof header === 'string' ? header : { alg: 'HS256', typ: 'JWT', ...header };
  const alg = typeof members === 'string' ? undefined : members.alg;
  return signRaw(`${encode(members)}.${encode(claims)}`, by, hashes.get(alg) ?? 'sha256');
}

/** Signs an encoded header and payload unchanged. */
export const signRaw = (input: string, by = secret, hash = 'sha256') =>
  `${input}.${createHmac(hash, by).update(input).digest('base64url')}`;

/** A valid token, with these claims added. */
export const good = (claims: Record<string, unknown> = {}) =>
  sign({ iss: key, exp: nowSeconds + 300, ...claims });

/** The settings of an enabled listener without checks, in a workspace at https://acme.example. */
export const settings = (more: Partial<ResolvedSettings> = {}): ResolvedSettings => ({
  addAuthentication: false,
  endpointKey: key,
  endpointSecret: secret,
  allowCors: false,
  corsDomains: '',
  signature: undefined,
  isSwitchedOn: true,
  baseUrl: 'https://acme.example',
  ...more,
});
