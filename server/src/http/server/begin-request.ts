import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HarkError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import type { BodyBudget } from '../base/body-budget.ts';
import { findBeyondLimits, type Limits } from './limits.ts';
import type { Recorded, Recorder } from './request-log.ts';
import { openRequestSpan } from './request-span.ts';

/** Shared by the server's two entry points, Fastify and the listeners. */
export interface ServerParts {
  readonly logger: Logger;
  readonly limits: Limits;
  readonly budget: BodyBudget;
  readonly record: Recorder;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Remembers a request for errors that the parser may still report on the same connection. */
  remember(id: string, request: IncomingMessage, response: ServerResponse): void;
  warnAboutUntrustedProxy(request: IncomingMessage): void;
  clientAddress(request: IncomingMessage): string;
  /** If true, every response is the last one on its connection. */
  isDraining(): boolean;
}

/** Serves all requests at and below `prefix` on plain `node:http`; they never reach Fastify. */
export interface EntryPoint {
  readonly prefix: string;
  open(parts: ServerParts): RequestListener;
}

interface Arrived {
  readonly id: string;
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Performs the first steps for every request. `describe` is called once the response is sent or the caller has
 * disconnected.
 * @returns the error for a request that exceeds the limits; its response must close the connection
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
