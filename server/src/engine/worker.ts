import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { createEndpointHandler } from '@restatedev/restate-sdk';
import type { RunEngine } from '../core/runs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { fault, messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { createPingService } from './restate/ping.ts';
import { type Delivery, keepRegistered } from './restate/registration.ts';
import { sdkLog } from './restate/sdk-log.ts';
import { createRunService, type ExecuteRuns } from './run-service.ts';

const drainTimeoutMs = 10_000;
/**
 * A small number of jobs per connection spreads the work evenly over processes and machines
 * (docs/design/engine.md).
 */
const jobsOnOneConnection = 16;

interface WorkerOptions {
  readonly host: string;
  /** Port 0 uses any free port. Every start is then a new deployment for the engine. */
  readonly port: number;
  /** The URL at which the engine reaches this worker, if it differs from host and port. */
  readonly workUrl?: string | undefined;
  readonly adminUrl: string;
  readonly engine: Pick<RunEngine, 'ping'>;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly executeRuns: ExecuteRuns;
}

export interface Worker {
  state(): Delivery;
  /** Accepts no new work and waits for the current work to finish. */
  close(): Promise<void>;
}

/** Starts a worker. If the engine is down, the worker keeps trying to register in the background. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { host, port, workUrl, adminUrl, engine, version, clock, logger, executeRuns } = options;
  if (workUrl === undefined && (host === '0.0.0.0' || host === '::')) {
    throw fault(
      'work_url_missing',
      `WORK_HOST is ${host}, so WORK_URL must be set to the URL at which the engine reaches this worker.`,
    );
  }
  const server = createServer(
    { settings: { maxConcurrentStreams: jobsOnOneConnection } },
    createEndpointHandler({
      services: [createPingService(clock), createRunService(executeRuns, logger)],
      logger: sdkLog(logger),
    }),
  );
  const sessions = trackSessions(server, logger);
  const listeningPort = await listen(server, host, port);
  const base = workUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`;

  const leaving = new AbortController();
  const registration = keepRegistered(
    // The SDK responds below any path, so the version can be part of the URL.
    {
      adminUrl,
      workerUrl: `${base.replace(/\/$/, '')}/v/${encodeURIComponent(version)}`,
      ping: engine.ping,
      logger,
    },
    leaving.signal,
  );
  return {
    state: registration.state,
    async close() {
      leaving.abort();
      await Promise.all([registration.ended, drain(server, sessions)]);
    },
  };
}

async function listen(server: Http2Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    const advice = 'Free the port, or set WORK_HOST and WORK_PORT.';
    throw fault('worker_port', `The worker can't listen on ${host}, port ${port}. ${advice}`, cause);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * Tracks open connections. The engine keeps them open for a long time, so closing only the server would wait
 * for them.
 */
function trackSessions(server: Http2Server, logger: Logger): Set<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  const failed = (error: Error) =>
    logger.debug({ reason: messageOf(error) }, 'connection from the engine failed');
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', failed);
  });
  server.on('sessionError', failed);
  server.on('error', failed);
  return sessions;
}

async function drain(server: Http2Server, sessions: Set<ServerHttp2Session>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const deadline = setTimeout(() => {
    for (const session of sessions) session.destroy();
  }, drainTimeoutMs);
  await closed;
  clearTimeout(deadline);
}
