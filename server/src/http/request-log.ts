import type { ServerResponse } from 'node:http';
import type { WorkspaceId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { Check } from './check.ts';
import { handedOver } from './handed-over.ts';
import type { Metrics } from './metrics.ts';

/** The caller went away before the answer was out; proxies write the same number. */
const abandoned = 499;

/** What is said of a request when it is over. An allow-list (security rule 14): no URL, no header, no body. */
export interface Recorded {
  readonly id: string;
  readonly method: string;
  readonly surface: string;
  /** The route's pattern: the URL may hold an API key or a listener's hashes. */
  readonly route: string | null;
  readonly workspace: WorkspaceId | null;
  readonly bytes: number;
}

/** Writes one log line and takes one measurement of a request that is over. */
export type Recorder = (response: ServerResponse, startedAt: number, recorded: Recorded) => void;

export const createRecorder =
  (logger: Logger, metrics: Metrics): Recorder =>
  (response, startedAt, { id, method, surface, route, workspace, bytes }) => {
    const durationMs = performance.now() - startedAt;
    const status = response.writableFinished ? response.statusCode : abandoned;
    metrics.observeRequest({ method, surface, status }, durationMs / 1000);
    // Probes come every few seconds; they are counted, and logged only for who asks for it.
    const level = surface === 'health' ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        request_id: id,
        method,
        route,
        status,
        duration_ms: Math.round(durationMs * 10) / 10,
        workspace_id: workspace,
        bytes,
      },
      'request',
    );
  };

/** Check: has every request recorded, when it is over. */
export const recordRequest =
  (record: Recorder): Check =>
  (request, reply) => {
    const startedAt = handedOver(request.raw)?.startedAt ?? performance.now();
    reply.raw.once('close', () => {
      const { id, method } = request;
      record(reply.raw, startedAt, {
        id,
        method,
        surface: request.server.surface ?? 'none',
        route: request.routeOptions.url ?? null,
        workspace: request.workspace?.id ?? null,
        bytes: method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0),
      });
    });
  };
