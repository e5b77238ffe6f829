import pg from 'pg';
import { HarkError, unavailable } from '../../lib/errors.ts';

/** SQLSTATE codes of temporary problems: connection, resources, operator intervention, timeouts. */
const passing = /^(08|53|57P|55P03$|25P03$|40001$|40P01$|25006$)/;

const statementTimeout = '57014';
const uniqueViolation = '23505';
/** Raised by `note_moving_row`. */
const workspaceMoved = 'HK001';
/** A string with a NUL or a lone surrogate, or a number or date that is out of range. */
const cannotBeStored = /^(22021|22P05|22P02|22003|22008)$/;
/** The database or role doesn't exist, or the password was derived from another key. */
const loginRefused = /^(28P01|28000|3D000)$/;

/** Maps database errors to the kinds that callers handle. Unmapped errors pass through and become faults. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof HarkError) return error;
  const fromServer = error instanceof pg.DatabaseError;
  const fromConnection = !fromServer && error instanceof Error && isConnectionError(error);
  if (fromConnection || (fromServer && passing.test(error.code ?? ''))) {
    return unavailable('database_away', "The database isn't responding. Try again shortly.", error);
  }
  if (fromServer && error.code === workspaceMoved) {
    const message = 'This workspace is moving to another installation. Try again in a second.';
    return new HarkError('unavailable', 'workspace_moving', message, { retryAfterSeconds: 1, cause: error });
  }
  if (fromServer && error.code === statementTimeout) {
    return unavailable(
      'database_timeout',
      'The request took too long, so the database canceled it. Use narrower search filters, or try again later.',
      error,
    );
  }
  if (fromServer && loginRefused.test(error.code ?? '')) {
    return unavailable(
      'database_refuses_login',
      'The database rejected the login. `hark doctor` explains what to do.',
      error,
    );
  }
  if (fromServer && cannotBeStored.test(error.code ?? '')) {
    const message =
      "A value can't be stored: text contains a NUL character or an unpaired surrogate, or a number or date is out of range.";
    return new HarkError('invalid', 'value_not_storable', message, { cause: error });
  }
  if (fromServer && error.code === uniqueViolation) {
    const message = 'Another request changed the same data at the same time. Read it again, then retry.';
    return new HarkError('conflict', 'already_exists', message, { cause: error });
  }
  return error;
}

/**
 * pg's connection errors are plain `Error` objects without a code. Subclasses are ignored: they come from the
 * caller's own code, even if their message mentions connections or timeouts.
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
