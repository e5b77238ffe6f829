import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/** The metrics of one process, or the combined metrics of several processes. */
export interface Exposed {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** Serves `/metrics` on a separate port, so it is never reachable through the product's port. */
export async function startMetricsServer(
  registry: Exposed,
  { host, port, logger }: { host: string; port: number; logger: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => {
      if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response
          .writeHead(404, { 'content-type': 'text/plain' })
          .end('Metrics are available at GET /metrics.\n');
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          logger.error({ reason: messageOf(error) }, 'metrics could not be collected');
          response.writeHead(500).end();
        },
      );
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

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
