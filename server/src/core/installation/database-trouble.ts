import { databaseNameOf } from '../../db/tenancy/addresses.ts';
import { isLoginRefused } from '../../db/tenancy/log-in.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault, HarkError, messageOf, unavailable } from '../../lib/errors.ts';

/** Matches PostgreSQL's message for a server that accepts only encrypted connections. */
export const requiresTls = (error: unknown): boolean =>
  isLoginRefused(error) && messageOf(error).includes('no encryption');

/** Returns the server part of the URL, without user and password. `host` is the directory of a socket. */
export function serverOf(url: Secret): string {
  const { hostname, port, searchParams } = new URL(url.reveal());
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}`;
}

/** Names a database, without user and password. */
export const describeDatabase = (url: Secret): string =>
  `database "${databaseNameOf(url)}" at ${serverOf(url)}`;

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
    return unavailable(
      'database_unreachable',
      `${server} doesn't respond (${reasonOf(error)}). ${advice}`,
      error,
    );
  }
  const advice = 'Check the user, password and database name in DATABASE_URL.';
  return fault('database_refused', `${server} rejects the connection (${reasonOf(error)}). ${advice}`, error);
}

/** Explains to an operator why a role's login fails, or returns the error if it explains itself. */
export function explainUnusable(url: Secret, error: unknown): unknown {
  if (!(error instanceof HarkError)) return error;
  const { cause } = error;
  if (error.code === 'database_away' && !isFromServer(cause)) return databaseTrouble(url, cause);
  if (error.code !== 'database_refuses_login' || requiresTls(cause)) return error;
  const problem = `PostgreSQL rejects the login to the ${describeDatabase(url)}: ${messageOf(cause)}.`;
  if ((cause as { code?: string }).code !== wrongPassword) return notSetUp(problem, cause);
  // The passwords of the roles are derived from the key.
  const advice =
    "Either SECRET_KEY isn't the key that this database was set up with, or DATABASE_URL is wrong.";
  return unavailable('database_not_set_up', `${problem} ${advice}`, cause);
}

/** PostgreSQL's SQLSTATE. */
const wrongPassword = '28P01';

/** Asks about the setting before it names a command that creates something, because the database may be the wrong one. */
export const notSetUp = (problem: string, cause?: unknown): HarkError =>
  unavailable(
    'database_not_set_up',
    `${problem} Is DATABASE_URL right? \`hark up\` prints the settings that another terminal needs; only a new or restored installation needs \`hark migrate\`.`,
    cause,
  );
