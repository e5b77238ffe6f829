import { isLoginRefused } from '../../db/tenancy/log-in.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, type HarkError, messageOf } from '../../lib/errors.ts';

/** Matches PostgreSQL's message for a server that accepts only encrypted connections. */
export const requiresTls = (error: unknown): boolean =>
  isLoginRefused(error) && messageOf(error).includes('no encryption');

/** Without user and password. */
export function serverOf(url: Secret): string {
  const { hostname, port } = new URL(url.reveal());
  return `${hostname || 'localhost'}:${port || 5432}`;
}

/** A name with several IP addresses fails once for each of them. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);

/** PostgreSQL's errors have an SQLSTATE; network errors have a code such as ECONNREFUSED, or none. */
const isFromServer = (error: unknown): boolean => /^\d/.test((error as { code?: string }).code ?? '');

/** Why the connection failed, and what to do about it. */
export function databaseTrouble(url: Secret, error: unknown): HarkError {
  const server = `PostgreSQL at ${serverOf(url)}`;
  if (requiresTls(error)) {
    const advice =
      'Add ?sslmode=require to DATABASE_URL; NODE_EXTRA_CA_CERTS names the certificate of a private authority.';
    return fault('database_requires_tls', `${server} requires TLS. ${advice}`, error);
  }
  if (!isFromServer(error)) {
    const advice = 'Start it, or set DATABASE_URL to a server that runs; docs/quickstart.md shows both.';
    return fault('database_unreachable', `${server} does not answer (${reasonOf(error)}). ${advice}`, error);
  }
  const advice = 'Check the user, password and database name in DATABASE_URL.';
  return fault('database_refused', `${server} rejects the connection (${reasonOf(error)}). ${advice}`, error);
}
