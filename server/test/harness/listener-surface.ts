import { afterAll, beforeAll } from 'vitest';
import { ListenerDirectory, ListenerUse, RefusedRequests } from '../../src/core/listeners/index.ts';
import { AnswerWaiters } from '../../src/core/runs/index.ts';
import { findWorkspaceByHost } from '../../src/core/workspaces/index.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { listenerEntryPoint } from '../../src/http/listener/entry-point.ts';
import { buildServer, type HttpServer } from '../../src/http/server/server.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createMemoryLimiter } from '../../src/lib/limits/memory-limiter.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { key, secret } from '../core/listeners/tokens.ts';
import { consoleOptions } from '../http/start-server.ts';
import type { useRunDoors } from '../runs/run-stage.ts';
import { silent } from './scratch-database.ts';
import { type AskApi, sendTo } from './servers/api-server.ts';
import type { TestDatabase } from './test-database.ts';

type Parts = Parameters<typeof listenerEntryPoint>[0];

export const shop = 'https://shop.example.test';

/** Settings of a listener that checks tokens, signed with the key and secret of `tokens.ts`, and the origin. */
export const bothChecks = {
  add_authentication: true,
  endpoint_key: key,
  endpoint_secret: secret,
  allow_cors: true,
  cors_domains: shop,
};

/** Serves listeners on the test file's database as a single process does, with a separate cache and without an engine. */
export function useListeners(
  database: { readonly current: TestDatabase },
  doors: ReturnType<typeof useRunDoors>,
  instead: () => Partial<Parts> = () => ({}),
) {
  let server: HttpServer;
  let port: number;
  let parts: Parts;
  beforeAll(async () => {
    const { context } = database.current;
    const find: Parts['findWorkspace'] = (host) => findWorkspaceByHost(context, host);
    parts = {
      context,
      findWorkspace: find,
      directory: new ListenerDirectory(),
      limiter: createMemoryLimiter(systemClock),
      use: new ListenerUse(),
      queue: doors.queue(),
      dispatch: { claim: () => false, start: () => {} },
      waiters: new AnswerWaiters(doors.dispatch()),
      refused: new RefusedRequests(),
      ...instead(),
    };
    server = buildServer({
      logger: silent,
      metrics: createMetrics(),
      findWorkspace: find,
      readiness: [],
      listeners: listenerEntryPoint(parts),
      surfaces: [consoleSurface(consoleOptions)],
      trustProxy: undefined,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    parts.waiters.close();
    await server.drain();
  });
  const ask: AskApi = (method, path, { headers = {}, body } = {}) =>
    sendTo(port, method, path, { headers, body });
  return { ask, port: () => port, parts: () => parts };
}
