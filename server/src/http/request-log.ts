import type { Logger } from '../lib/log.ts';
import type { Check } from './check.ts';
import type { Metrics } from './metrics.ts';

/** The caller went away before the answer was out; proxies write the same number. */
const abandoned = 499;

/**
 * Check: one log line and one measurement per request, when it is over. The line is an allow-list (security rule 14):
 * the route's pattern and never the URL, which may hold an API key or a listener's hashes; no header, no body.
 */
export const recordRequest =
  (logger: Logger, metrics: Metrics): Check =>
  (request, reply) => {
    const startedAt = performance.now();
    reply.raw.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const { method } = request;
      const status = reply.raw.writableFinished ? reply.statusCode : abandoned;
      const surface = request.server.surface ?? 'none';
      metrics.observeRequest({ method, surface, status }, durationMs / 1000);
      // Probes come every few seconds; they are counted, and logged only for who asks for it.
      logger[surface === 'health' ? 'debug' : 'info'](
        {
          request_id: request.id,
          method,
          route: request.routeOptions.url ?? null,
          status,
          duration_ms: Math.round(durationMs * 10) / 10,
          workspace_id: request.workspace?.id ?? null,
          bytes: method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0),
        },
        'request',
      );
    });
  };
