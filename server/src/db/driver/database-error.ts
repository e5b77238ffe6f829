import pg from 'pg';
import { HarkError, unavailable } from '../../lib/errors.ts';

/** SQLSTATE codes of temporary problems: connection, resources, operator intervention, timeouts. */
const passing = /^(08|53|57P|55P03$|25P03$|40001$|40P01$|25006$)/;

const statementTimeout = '57014';
const uniqueViolation = '23505';
/** A text with a NUL or a lone surrogate, or a number or date out of range. */
const cannotBeStored = /^(22021|22P05|22P02|22003|22008)$/;
/** The database or role doesn't exist, or the password was derived from another key. */
const loginRefused = /^(28P01|28000|3D000)$/;

/** Maps database errors to the kinds that callers handle. Unmapped errors pass through and become faults. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof HarkError) return error;
  const fromServer = error instanceof pg.DatabaseError;
  const fromConnection = !fromServer && error instanceof Error && isConnectionError(error);
  if (fromConnection || (fromServer && passing.test(error.code ?? ''))) {
    return unavailable('database_away', 'The database does not answer right now. Try again shortly.', error);
  }
  if (fromServer && error.code === statementTimeout) {
    return unavailable(
      'database_timeout',
      'The database stopped this request because it took too long. Narrow the filters of a search, or try again later.',
      error,
    );
  }
  if (fromServer && loginRefused.test(error.code ?? '')) {
    return unavailable(
      'database_refuses_login',
      'The database refuses the login. Run `hark migrate` first. If it has run, SECRET_KEY is not the key that the database was set up with.',
      error,
    );
  }
  if (fromServer && cannotBeStored.test(error.code ?? '')) {
    const message =
      'A value cannot be stored: a text with a NUL or half a character, or a number or date that is too large.';
    return new HarkError('invalid', 'value_not_storable', message, { cause: error });
  }
  if (fromServer && error.code === uniqueViolation) {
    const message = 'Somebody else wrote the same at the same moment. Read again, then try again.';
    return new HarkError('conflict', 'already_exists', message, { cause: error });
  }
  return error;
}

/**
 * pg's connection errors are plain `Error` objects without a code. A subclass comes from the caller's own
 * code, and its message may also mention connections and timeouts.
 */
function isConnectionError(error: Error & { code?: string }): boolean {
  if (/^(E[A-Z]+)$/.test(error.code ?? '')) return true;
  return (
    error.constructor === Error &&
    /connection|timeout|client was closed|not queryable|Query read timeout/i.test(error.message)
  );
}

export function violatedUnique(error: unknown): string | undefined {
  const cause = error instanceof HarkError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === uniqueViolation ? cause.constraint : undefined;
}
