import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HarkError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import type { BodyBudget } from './body-budget.ts';
import { findBeyondLimits, type Limits } from './limits.ts';
import type { Recorded, Recorder } from './request-log.ts';
import { openRequestSpan } from './request-span.ts';

/** What the two entry points, Fastify and the listeners, share. */
export interface ServerParts {
  readonly logger: Logger;
  readonly limits: Limits;
  readonly budget: BodyBudget;
  readonly record: Recorder;
  /** Undefined where nothing is traced. */
  readonly tracing: Tracing | undefined;
  /** For errors that the parser may still report on the same connection. */
  remember(id: string, request: IncomingMessage, response: ServerResponse): void;
  warnAboutUntrustedProxy(request: IncomingMessage): void;
  clientAddress(request: IncomingMessage): string;
  /** While true, every response is the last one of its connection. */
  isDraining(): boolean;
}

/** Serves all requests at `prefix` and below it on plain `node:http`; they never reach Fastify. */
export interface EntryPoint {
  readonly prefix: string;
  open(parts: ServerParts): RequestListener;
}

/** A request that has just arrived. */
interface Arrived {
  readonly id: string;
  /** As it was sent. */
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * What happens first to every request, in this order. `describe` is called when the response has been sent or the caller is gone.
 * @returns the error of a request that is beyond the limits; its response has to close the connection, because nothing that such a
 * caller sends next is worth reading
 */
export function beginRequest(
  parts: ServerParts,
  { id, url, request, response }: Arrived,
  describe: () => Recorded,
): HarkError | undefined {
  const startedAt = performance.now();
  parts.remember(id, request, response);
  openRequestSpan(parts.tracing, request);
  response.once('close', () => parts.record(response, startedAt, describe()));
  parts.warnAboutUntrustedProxy(request);
  return findBeyondLimits(parts.limits, url, request);
}
