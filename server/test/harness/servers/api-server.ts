import { request } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { RateUse } from '../../../src/core/access/index.ts';
import { KeyUses } from '../../../src/core/api-keys/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { findWorkspaceByHost } from '../../../src/core/workspaces/index.ts';
import { runTrialIn } from '../../../src/engine/interpreter/trial.ts';
import { apiSurface } from '../../../src/http/api/routes.ts';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import type { MakeServer } from '../../../src/http/mcp/agent-server.ts';
import { mcpSurface } from '../../../src/http/mcp/routes.ts';
import { buildServer, type HttpServer } from '../../../src/http/server/server.ts';
import { shareByWorkspace } from '../../../src/http/server/workspace-turns.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createMemoryLimiter } from '../../../src/lib/limits/memory-limiter.ts';
import { createMetrics } from '../../../src/lib/telemetry/metrics.ts';
import { consoleOptions } from '../../http/start-server.ts';
import { silent } from '../scratch-database.ts';
import type { TestDatabase } from '../test-database.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body, if it's JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own response.
  readonly json: any;
}

/** Header names are sent as written; a body is sent as JSON. */
export type AskApi = (
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: unknown },
) => Promise<ApiAnswer>;

/** Serves the REST API and the agent server on the test file's database, on a free port, until its tests are done. */
export function useApi(database: { readonly current: TestDatabase }, makeServer?: MakeServer) {
  let server: HttpServer;
  let port: number;
  beforeAll(async () => {
    const { context } = database.current;
    const limiter = createMemoryLimiter(systemClock);
    server = buildServer({
      logger: silent,
      metrics: createMetrics(),
      findWorkspace: (host) => findWorkspaceByHost(context, host),
      readiness: [],
      surfaces: [
        ...shareByWorkspace(10, [
          apiSurface({
            egressAllow: new Set(),
            hasMail: false,
            runTrialIn,
            context,
            findWorkspace: (host) => findWorkspaceByHost(context, host),
            limiter,
            rewritesHeaderNames: false,
            rateUse: new RateUse(),
            keyUses: new KeyUses(),
            dispatch: { claim: () => false, start: () => {} },
            engine: undefined,
          }),
          mcpSurface(
            {
              context,
              findWorkspace: (host) => findWorkspaceByHost(context, host),
              limiter,
              // Started runs stay queued until the test executes them.
              rateUse: new RateUse(),
              dispatch: { claim: () => false, start: () => {} },
              logger: silent,
              version: '0.0.0-test',
            },
            makeServer,
          ),
        ]),
        consoleSurface(consoleOptions),
      ],
      trustProxy: undefined,
      // Client and server share one event loop, so on a loaded machine the client needs longer to send its request.
      limits: { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 },
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => server.drain());
  return {
    port: () => port,
    /** Returns a caller for one workspace that always sends the same headers. */
    as:
      ({ host }: Workspace, credential: Record<string, string> = {}): AskApi =>
      (method, path, { headers = {}, body } = {}) =>
        sendTo(port, method, path, { headers: { host, ...credential, ...headers }, body }),
  };
}

/** Sends one request to a server on this machine. */
export function sendTo(
  port: number,
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<ApiAnswer> {
  const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  // For a GET, Node would send the body without Content-Length.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise<ApiAnswer>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.startsWith('application/json') && text !== '';
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
