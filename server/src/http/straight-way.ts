import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Tracing } from '../lib/telemetry/tracing.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Limits } from './limits.ts';
import type { Recorder } from './request-log.ts';

/** What happens to every request, for those that go around the framework. */
export interface Entrance {
  readonly limits: Limits;
  readonly budget: BodyBudget;
  readonly record: Recorder;
  readonly tracing: Tracing | undefined;
  /** For what the parser may still refuse on the same connection. */
  remember(id: string, request: IncomingMessage, response: ServerResponse): void;
  /** Whether an answer is the last of its connection. */
  isLast(): boolean;
}

/**
 * A way around the framework for what a surface is asked most. It may do nothing but succeed: whatever else becomes of a request
 * is for `ordinary`, the surface's own checks and error shapes (docs/design/listeners.md).
 */
export type StraightWay = (
  entrance: Entrance,
  request: IncomingMessage,
  response: ServerResponse,
  ordinary: () => void,
) => void;

/** Sends each request the straight way of the surface that its path begins with, where there is one. */
export function straightFirst(
  surfaces: readonly { readonly prefix?: string; readonly straightWay?: StraightWay }[],
  entrance: Entrance,
  ordinary: RequestListener,
): RequestListener {
  const ways = surfaces.flatMap(({ prefix, straightWay }) =>
    prefix && straightWay ? [{ beginning: `${prefix}/`, straightWay }] : [],
  );
  return (request, response) => {
    const way = ways.find(({ beginning }) => request.url?.startsWith(beginning));
    if (way) way.straightWay(entrance, request, response, () => ordinary(request, response));
    else ordinary(request, response);
  };
}
