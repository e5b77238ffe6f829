import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import { patternOf } from '../request/route-table.ts';
import type { EarlyResponse } from './early-response.ts';
import { endRequestSpan } from './request-span.ts';

/** The status if the caller disconnected before the response was sent. nginx uses the same status. */
const abandoned = 499;

/** What is logged when a request ends. It is an allow-list, so no URL, header or body can reach the log. */
export interface Recorded {
  readonly id: string;
  readonly method: string;
  readonly surface: string;
  /** The route's pattern. The URL itself may contain an API key or a listener's hashes. */
  readonly route: string | null;
  readonly workspace: WorkspaceId | null;
  readonly bytes: number;
  /** The run that the request started. */
  readonly run: string | null;
  /** The error code. */
  readonly refusal: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code. */
    refusal?: string;
  }
}

/** Logs and measures a finished request. */
export type Recorder = (response: ServerResponse, startedAt: number, recorded: Recorded) => void;

export const createRecorder =
  (logger: Logger, metrics: Metrics): Recorder =>
  (response, startedAt, { id, method, surface, route, workspace, bytes, run, refusal }) => {
    const { sentEarlyAt } = response as Partial<EarlyResponse>;
    const durationMs = (sentEarlyAt ?? performance.now()) - startedAt;
    const isSent = response.writableFinished || sentEarlyAt !== undefined;
    const status = isSent ? response.statusCode : abandoned;
    const isAccepted = surface === 'listener' && run !== null;
    metrics.observeRequest({ method, surface, status, refusal, isAccepted }, durationMs / 1000);
    endRequestSpan(response.req, () => ({
      name: `${method} ${route ?? surface}`,
      isFailed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        'hark.surface': surface,
        'hark.request_id': id,
        ...(route !== null && { 'http.route': route }),
        ...(run !== null && { 'hark.run_id': run }),
        ...(refusal !== null && { 'error.type': refusal }),
      },
    }));
    // Probes arrive every few seconds, so they are logged only at debug level.
    const level = surface === 'health' ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger[level](
      {
        request_id: id,
        ...(run !== null && { run_id: run }),
        method,
        route,
        status,
        duration_ms: Math.round(durationMs * 10) / 10,
        workspace_id: workspace,
        bytes,
        ...(refusal !== null && { refusal }),
      },
      'request',
    );
  };

export const recordedOf = (request: FastifyRequest, reply: FastifyReply): Recorded => ({
  id: request.id,
  method: request.method,
  surface: request.server.surface ?? 'none',
  route: request.routeOptions.url === undefined ? null : patternOf(request.routeOptions.url),
  workspace: request.workspace?.id ?? null,
  bytes: request.method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0),
  run: reply.getHeader('x-run-id')?.toString() ?? null,
  refusal: request.refusal ?? null,
});
