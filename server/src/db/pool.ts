import pg from 'pg';
import { fault } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { Secret } from '../lib/secret.ts';

/** Longer than any statement may take on the server (see roles.ts): only a cut network gets here. */
const answerTimeoutMs = 20_000;
/** How long to wait for a connection, whether it has to be made or others hold all of them. */
const connectTimeoutMs = 3_000;

/** int8 arrives as text. Our ids and counts stay far below 2^53, and one that does not must not be rounded. */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw fault('integer_too_large', `${text} is too large for a number.`);
  return value;
}

/** How values arrive from the database. */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    Number(type) === pg.types.builtins.INT8 ? readBigint : pg.types.getTypeParser(type, format),
};

/**
 * Connections of one role. Statements on a connection are sent without waiting for the answer to the one before
 * (pipeline), so that a whole transaction can be one round trip (docs/decisions/0002-database-access.md).
 */
export function createPool(
  url: Secret,
  applicationName: string,
  size: number,
  logger: Logger,
  patienceMs = connectTimeoutMs,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    application_name: applicationName,
    max: size,
    pipeline: true,
    types: parsers,
    connectionTimeoutMillis: patienceMs,
    query_timeout: answerTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without these a restarted PostgreSQL would end this process: the pool hears of idle connections only.
  pool.on('error', (error) =>
    logger.warn({ role: applicationName, reason: error.message }, 'database connection lost'),
  );
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
