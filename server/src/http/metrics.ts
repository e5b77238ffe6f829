import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';

/** The process's measurements. No label names a user or a workspace: there are too many, and they are private. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(request: { method: string; surface: string; status: number }, seconds: number): void;
  /** Shows the state of the engine, as it is whenever somebody asks. */
  watchEngine(state: () => { ok: boolean; lastOkAt: Date | null }): void;
  /** Shows how the partitions of runs stood when they were last looked at. */
  watchPartitions(state: () => { weeksReady: number; defaultBytes: number }): void;
}

/** A registry of its own with Node's measurements, the duration of requests and the state of the engine. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request until its answer was sent.',
    labelNames: ['method', 'surface', 'status_class'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  return {
    registry,
    observeRequest({ method, surface, status }, seconds) {
      duration.observe({ method, surface, status_class: `${Math.floor(status / 100)}xx` }, seconds);
    },
    watchEngine(state) {
      gauge('hark_engine_up', 'Whether a ping comes back through the engine: 1 or 0.', () =>
        Number(state().ok),
      );
      gauge(
        'hark_engine_last_answer_timestamp_seconds',
        'When a ping last came back; 0 for never.',
        () => (state().lastOkAt?.getTime() ?? 0) / 1000,
      );
    },
    watchPartitions(state) {
      gauge(
        'hark_run_partition_weeks',
        'Weeks from this one on that have a partition for runs; less than 2 needs somebody.',
        () => state().weeksReady,
      );
      gauge(
        'hark_run_default_partition_bytes',
        'Size of the partition for runs that fit into no week; more than 0 needs somebody.',
        () => state().defaultBytes,
      );
    },
  };
}

/** Serves the registry at `/metrics` on a port of its own, so that it is never reachable with the product. */
export async function startMetricsServer(
  { registry }: Metrics,
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
        response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at GET /metrics.\n');
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
