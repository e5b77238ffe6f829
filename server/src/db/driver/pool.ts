import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { PoolLoad } from '../../lib/telemetry/metrics.ts';
import { logInBy } from '../tenancy/log-in.ts';
import { neverPrepare } from './prepared.ts';

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

/** How a pool stands, for the measurements. */
export const loadOf = (pool: pg.Pool): PoolLoad => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

/** How values arrive from the database. */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    Number(type) === pg.types.builtins.INT8 ? readBigint : pg.types.getTypeParser(type, format),
};

interface PoolOptions {
  /** How long to wait for a connection. */
  readonly patienceMs?: number | undefined;
  readonly answerWithinMs?: number;
  /** For every session, as PostgreSQL's own command line has them. Not behind a pooler. */
  readonly settings?: string;
  /** The address by the key before, while the key is changed. */
  readonly earlier?: Secret | undefined;
  /** Behind a pooler nothing can be kept in a session. */
  readonly isPooled?: boolean;
}

/**
 * Connections of one role. Statements on a connection are pipelined: each is sent without waiting for the response to the one
 * before, so that a whole transaction can be one round trip (docs/design/database.md).
 */
export function createPool(
  url: Secret,
  applicationName: string,
  size: number,
  logger: Logger,
  {
    patienceMs = connectTimeoutMs,
    answerWithinMs = answerTimeoutMs,
    settings,
    earlier,
    isPooled = false,
  }: PoolOptions = {},
): pg.Pool {
  const { config, Client } = logInBy(url, earlier, applicationName);
  const pool = new pg.Pool({
    ...config,
    Client,
    max: size,
    pipeline: true,
    types: parsers,
    connectionTimeoutMillis: patienceMs,
    query_timeout: answerWithinMs,
    ...(settings !== undefined && { options: settings }),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without these a restarted PostgreSQL would end this process: the pool hears of idle connections only.
  pool.on('error', (error) =>
    logger.warn({ role: applicationName, reason: error.message }, 'database connection lost'),
  );
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isPooled) neverPrepare(pool);
  return pool;
}
