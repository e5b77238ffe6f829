import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../lib/log.ts';
import type { DatabaseAddresses } from './tenancy/addresses.ts';
import { logInBy } from './tenancy/log-in.ts';

const connectTimeoutMs = 3_000;
const retryEveryMs = 1_000;

/** A subscription with its own direct connection, because LISTEN doesn't work through a transaction pooler. */
export interface Listening {
  stop(): Promise<void>;
}

/** Subscribes to notifications. Reconnects when the connection is lost. */
export function listenTo(
  { direct }: Pick<DatabaseAddresses, 'direct'>,
  channel: string,
  onMessage: (payload: string) => void,
  logger: Logger,
): Listening {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    while (!signal.aborted) {
      await hear(
        logInBy(direct.login.dispatch, direct.earlier?.dispatch, 'hark-notifications'),
        channel,
        onMessage,
        signal,
      ).catch((error: Error) => {
        if (!signal.aborted) logger.warn({ reason: error.message }, 'notification connection lost');
      });
      await sleep(retryEveryMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Listens on one connection. Resolves when the connection is closed. */
async function hear(
  { config, Client }: ReturnType<typeof logInBy>,
  channel: string,
  onMessage: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  const over = Promise.withResolvers<void>();
  client.on('error', over.reject);
  client.on('end', over.resolve);
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  const leave = () => over.resolve();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    await over.promise;
  } finally {
    signal.removeEventListener('abort', leave);
    over.promise.catch(() => {});
    await client.end().catch(() => {});
  }
}
