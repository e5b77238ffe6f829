import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/** The metrics of one process, or the combined metrics of several processes. */
export interface Exposed {
  readonly contentType: string;
  metrics(): Promise<string>;
}

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  /** Whether runs can be delivered. If it is given, `/readyz` reports it. */
  readonly isEngineOk?: () => Promise<boolean>;
}

/** Serves `/metrics` on a separate port, so it is never reachable through the product's port. */
export async function startMetricsServer(
  registry: Exposed,
  { host, port, logger, isEngineOk }: MetricsServerOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const failed = (error: unknown) => {
        logger.error({ reason: messageOf(error) }, 'metrics could not be collected');
        response.writeHead(500).end();
      };
      if (isRead && request.url === '/metrics')
        registry
          .metrics()
          .then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            failed,
          );
      else if (isRead && request.url === '/readyz' && isEngineOk)
        isEngineOk().then((isOk) => sendReadiness(response, isOk), failed);
      else
        response
          .writeHead(404, { 'content-type': 'text/plain' })
          .end('Metrics are available at GET /metrics.\n');
    },
  );
  server.maxConnections = 100;
  await listening(server, host, port);
  server.on('error', (error: NodeJS.ErrnoException) =>
    logger.error({ reason: error.code }, 'metrics server error'),
  );
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends the same body as `/readyz` of `serve`. */
function sendReadiness(response: ServerResponse, isOk: boolean): void {
  const body = { status: isOk ? 'ready' : 'unready', parts: { engine: isOk ? 'ok' : 'failed' } };
  response.writeHead(isOk ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
