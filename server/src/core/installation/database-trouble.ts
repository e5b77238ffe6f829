import { isLoginRefused } from '../../db/tenancy/log-in.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, type HarkError, messageOf } from '../../lib/errors.ts';

/** Matches PostgreSQL's message for a server that accepts only encrypted connections. */
export const requiresTls = (error: unknown): boolean =>
  isLoginRefused(error) && messageOf(error).includes('no encryption');

/** Returns the server part of the URL, without user and password. */
export function serverOf(url: Secret): string {
  const { hostname, port } = new URL(url.reveal());
  return `${hostname || 'localhost'}:${port || 5432}`;
}

/**
 * Returns the error's message. A host name with several IP addresses fails once for each of them, so their
 * messages are combined.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);

/** PostgreSQL's errors have an SQLSTATE. Network errors have a code such as ECONNREFUSED or no code. */
const isFromServer = (error: unknown): boolean => /^\d/.test((error as { code?: string }).code ?? '');

/** Builds an error that explains why the connection failed and what to do about it. */
export function databaseTrouble(url: Secret, error: unknown): HarkError {
  const server = `PostgreSQL at ${serverOf(url)}`;
  if (requiresTls(error)) {
    const advice =
      'Add ?sslmode=verify-full to DATABASE_URL. For a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.';
    return fault('database_requires_tls', `${server} requires TLS. ${advice}`, error);
  }
  if (!isFromServer(error)) {
    const advice = 'Start it, or set DATABASE_URL to a running server; docs/quickstart.md shows both.';
    return fault('database_unreachable', `${server} doesn't respond (${reasonOf(error)}). ${advice}`, error);
  }
  const advice = 'Check the user, password and database name in DATABASE_URL.';
  return fault('database_refused', `${server} rejects the connection (${reasonOf(error)}). ${advice}`, error);
}
