import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { PoolLoad } from '../../lib/telemetry/metrics.ts';
import { logInBy } from '../tenancy/log-in.ts';
import { neverPrepare } from './prepared.ts';

/**
 * Longer than any statement timeout on the server (roles.ts), so it only applies if the network connection is
 * lost.
 */
const answerTimeoutMs = 20_000;
const connectTimeoutMs = 3_000;

/**
 * Parses an int8, which arrives as text. Hark's IDs and counts stay far below 2^53; a larger value must not be
 * rounded.
 */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw fault('integer_too_large', `${text} is too large for a JavaScript number.`);
  return value;
}

export const loadOf = (pool: pg.Pool): PoolLoad => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

export const parsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    Number(type) === pg.types.builtins.INT8 ? readBigint : pg.types.getTypeParser(type, format),
};

interface PoolOptions {
  /** How long to wait for a new or a free connection. */
  readonly patienceMs?: number | undefined;
  readonly answerWithinMs?: number;
  /** Session settings as PostgreSQL's command line accepts them. A pooler doesn't support them. */
  readonly settings?: string;
  /** The URL with the previous key's password, during a key rotation. */
  readonly earlier?: Secret | undefined;
  /** Behind a transaction pooler, sessions keep no state. */
  readonly isPooled?: boolean;
}

/**
 * Creates a pool that pipelines statements, so a whole transaction can be one round trip
 * (docs/design/database.md).
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
  // Without these handlers, a PostgreSQL restart would crash the process: the pool itself handles only idle
  // connections.
  pool.on('error', (error) =>
    logger.warn({ role: applicationName, reason: error.message }, 'database connection lost'),
  );
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isPooled) neverPrepare(pool);
  return pool;
}
