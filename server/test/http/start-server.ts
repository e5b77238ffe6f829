import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { RateUse } from '../../src/core/access/index.ts';
import { KeyUses } from '../../src/core/api-keys/index.ts';
import type { OAuthContext } from '../../src/core/oauth/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { runTrialIn } from '../../src/engine/interpreter/trial.ts';
import { requireCredential } from '../../src/http/api/authenticate.ts';
import { apiSurface } from '../../src/http/api/routes.ts';
import { bodyOf } from '../../src/http/base/body.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { oauthSurfaces } from '../../src/http/oauth/routes.ts';
import { openToAll, type Route } from '../../src/http/request/route-table.ts';
import type { Surface } from '../../src/http/request/surface.ts';
import { buildServer, type ServerOptions } from '../../src/http/server/server.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { fakeListener } from './listener/fake-listener.ts';

const webDirectory = new URL('web/', import.meta.url).pathname;

/** For tests that don't cover the API reference. */
const noReference = { contentSecurityPolicy: "default-src 'none'", at: () => '' };

export const consoleOptions = {
  webDirectory,
  openApi: () => ({}),
  apiReference: () => noReference,
  securityContact: 'mailto:security@acme.test',
};

export const acme: Workspace = {
  id: 7 as WorkspaceId,
  name: 'Acme',
  baseUrl: 'https://acme.example',
  host: 'acme.example',
  listenerHost: null,
  isSuspended: false,
};

/** A logger whose lines tests can read. */
export function captureLog() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return {
    logger: pino({ level: 'trace' }, stream),
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line): Record<string, unknown> => JSON.parse(line)),
  };
}

/** The product's surfaces, with these test routes added. */
export function surfaces(
  routes: { api?: Route[]; oauth?: Route[]; console?: Route[] } = {},
  rewritesHeaderNames = false,
): Surface[] {
  const filled = (surface: Surface, more: Route[] = []) => ({
    ...surface,
    routes: [...surface.routes, ...more],
  });
  // Leaves out the parts that need a database. The caller lookup has separate tests.
  const { resolve: _, ...api } = apiSurface({
    egressAllow: new Set(),
    hasMail: false,
    runTrialIn,
    context: noContext,
    findWorkspace: unexpectedCall,
    limiter: { take: unexpectedCall },
    rewritesHeaderNames,
    rateUse: new RateUse(),
    keyUses: new KeyUses(),
    dispatch: { claim: unexpectedCall, start: unexpectedCall },
    engine: undefined,
  });
  return [
    filled({ ...api, checks: [requireCredential(rewritesHeaderNames)], routes: [] }, routes.api),
    // Leaves out rate limits and database lookups.
    ...oauthSurfaces({ context: noContext, limiter: { take: unexpectedCall } }).map((surface) => ({
      ...surface,
      checks: [],
      routes: surface.prefix === '/oauth2' ? (routes.oauth ?? []) : [],
    })),
    filled(consoleSurface(consoleOptions), routes.console),
  ];
}

/** An empty context, because no request in these tests reaches the database. */
const noContext = {} as OAuthContext;
const unexpectedCall = (): never => {
  throw new Error('these tests have no database');
};

/** Returns how many bytes the request's body has. */
export const size: Route = {
  method: 'POST',
  path: '/size',
  permission: openToAll('test'),
  handler: (request) => ({ bytes: bodyOf(request).length }),
};

export const findAcme = async (host: string) => (host === acme.host ? acme : undefined);

/** Starts a server on a free port and drains it after the test. */
export async function startServer(options: Partial<ServerOptions> = {}) {
  const log = captureLog();
  const metrics = createMetrics();
  const server = buildServer({
    logger: log.logger,
    metrics,
    findWorkspace: findAcme,
    readiness: [],
    surfaces: surfaces(),
    listeners: fakeListener({ findWorkspace: findAcme }),
    trustProxy: undefined,
    ...options,
  });
  onTestFinished(() => server.drain());
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { port, server, log, metrics, ...clientOf(port) };
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Sends exactly these bytes as raw HTTP. */
export function clientOf(port: number) {
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket));
      socket.once('error', reject);
    });
  /** Sends and reads until the server closes the connection. */
  const exchange = async (bytes: string | Buffer): Promise<string> => {
    const socket = await open();
    return new Promise((resolve, reject) => {
      let received = '';
      socket.setEncoding('latin1').on('data', (chunk) => {
        received += chunk;
      });
      socket.once('error', reject).once('close', () => resolve(received));
      socket.write(bytes);
    });
  };
  /** Sends one request with exactly these header names, then closes. */
  const ask = async (
    method: string,
    target: string,
    {
      headers = [],
      body = '',
      host = acme.host,
    }: { headers?: string[]; body?: string | Buffer; host?: string } = {},
  ): Promise<Answer> => {
    const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers];
    if (body.length > 0) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    return parseAnswer(await exchange(Buffer.concat([head, Buffer.from(body)])));
  };
  return { open, exchange, ask };
}

/** Parses the first response that a connection received. */
export function parseAnswer(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return {
    status: Number(first.split(' ')[1]),
    headers,
    text: Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8'),
  };
}

/** Resolves when a server of this process has received that many requests and started to handle them. */
export async function requestsArrived(count: number): Promise<void> {
  const all = Promise.withResolvers<void>();
  let received = 0;
  const note = () => {
    if (++received === count) all.resolve();
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  await all.promise;
  await setImmediate();
}
