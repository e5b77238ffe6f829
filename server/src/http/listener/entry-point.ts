import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FailedCheck } from '../../core/listeners/index.ts';
import type { RunId } from '../../lib/ids.ts';
import { notFoundCode, notFoundPage } from '../pages/not-found-page.ts';
import { reportError } from '../request/errors.ts';
import { commonHeaders } from '../request/response-headers.ts';
import { workspaceHeaders } from '../request/workspace-by-host.ts';
import { beginRequest, type EntryPoint } from '../server/begin-request.ts';
import { type Delivery, openDelivery, recordedDelivery } from './delivery.ts';
import type { ListenerOptions, ListenerParts } from './listener-options.ts';
import type { FinalOutcome } from './outcome.ts';
import { announcedBytes, requestFactsOf } from './request-facts.ts';
import { ListenerResolver, type ResolvedListener } from './resolve-listener.ts';
import {
  challengeResponse,
  errorResponse,
  type ListenerResponse,
  noContent,
  receipt,
  rejection,
  sandbox,
} from './responses.ts';
import { settle } from './settle.ts';
import { workflowResponse } from './workflow-response.ts';

/** Serves the inbound URLs that start workflows (spec/listeners). */
export function listenerEntryPoint(options: ListenerOptions): EntryPoint {
  const resolver = new ListenerResolver(options);
  return {
    prefix: '/listener',
    open: (server) => {
      const parts: ListenerParts = { ...options, server, resolver };
      return (request, response) => void serve(parts, request, response);
    },
  };
}

async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const delivery = openDelivery(request, response);
  const arrived = { id: delivery.id, url: request.url ?? '', request, response };
  const problem = beginRequest(parts.server, arrived, () => recordedDelivery(delivery));
  try {
    write(
      parts,
      delivery,
      problem ? closing(fail(parts, delivery, problem)) : await respond(parts, delivery),
    );
  } catch (error) {
    // Node rejected a header, so nothing was sent.
    write(parts, delivery, fail(parts, delivery, error));
  }
}

const closing = ({ status, headers, body }: ListenerResponse): ListenerResponse => ({
  status,
  headers: { ...headers, connection: 'close' },
  body,
});

/** Writes the response. No other function does. */
function write(
  { server }: ListenerParts,
  delivery: Delivery,
  { status, headers, body }: ListenerResponse,
): void {
  const { id, method, workspace, response } = delivery;
  if (response.destroyed || response.headersSent) return;
  const all: Record<string, string> = {
    ...commonHeaders,
    'content-security-policy': sandbox,
    // Other sites can send requests to a listener without CORS, and show images that it returns.
    'cross-origin-resource-policy': 'cross-origin',
    'x-request-id': id,
    ...(workspace && workspaceHeaders(workspace)),
    ...headers,
  };
  if (server.isDraining()) all.connection = 'close';
  const length = Buffer.byteLength(body);
  if (status === 204) delete all['content-type'];
  else all['content-length'] = String(length);
  response.writeHead(status, all);
  delivery.sentBytes = status === 204 || method === 'HEAD' ? 0 : length;
  response.end(body);
}

async function respond(parts: ListenerParts, delivery: Delivery): Promise<ListenerResponse> {
  const outcome = await settle(parts, delivery);
  noteUse(parts, outcome);
  const { status, headers, body } =
    outcome.kind === 'stored'
      ? withReceipt(await runResponse(parts, delivery, outcome.listener, outcome.run), outcome.receipt)
      : otherResponse(parts, delivery, outcome);
  return { status, headers: { ...outcome.headers, ...headers }, body };
}

/** Adds the signed receipt to a 200 or 202 (spec/listeners §11.2). */
const withReceipt = (response: ListenerResponse, signed: string | undefined): ListenerResponse =>
  signed !== undefined && (response.status === 200 || response.status === 202)
    ? { ...response, headers: { ...response.headers, 'hark-receipt': signed } }
    : response;

async function runResponse(
  parts: ListenerParts,
  delivery: Delivery,
  { workspace, compiled }: ResolvedListener,
  run: RunId,
): Promise<ListenerResponse> {
  delivery.run = run;
  const { status, headers, body } =
    compiled.respond_with === 'workflow'
      ? await workflowResponse(parts, delivery.response, workspace, run).catch((error: unknown) =>
          fail(parts, delivery, error),
        )
      : receipt(200, run);
  return { status, headers: { ...headers, 'x-run-id': run }, body };
}

function otherResponse(
  parts: ListenerParts,
  delivery: Delivery,
  outcome: Exclude<FinalOutcome, { kind: 'stored' }>,
): ListenerResponse {
  switch (outcome.kind) {
    case 'answered':
      return noContent;
    case 'looked_up':
      return outcome.response;
    case 'challenged':
      return challengeResponse(outcome.challenge);
    case 'unknown_host':
      delivery.refusal = notFoundCode('unknown-host');
      return notFoundPage('unknown-host');
    case 'refused':
      delivery.refusal = outcome.refusal.reason;
      noteRefusal(parts, delivery, outcome.refusal, outcome.listener);
      return rejection(outcome.refusal);
    case 'failed':
      return fail(parts, delivery, outcome.error, outcome.listener);
  }
}

/** Handles an error. The request inspector omits outages and faults, because the caller didn't cause them. */
function fail(
  parts: ListenerParts,
  delivery: Delivery,
  thrown: unknown,
  listener?: ResolvedListener,
): ListenerResponse {
  const { id, request: raw } = delivery;
  const error = reportError(parts.server.logger, thrown, { id, raw });
  delivery.refusal = error.code;
  const response = errorResponse(error);
  if (error.kind !== 'fault' && error.kind !== 'unavailable') {
    noteRefusal(parts, delivery, response, listener);
  }
  return response;
}

/**
 * Records a rejection for the request inspector, which stores no token, credential or body (spec/listeners
 * §5.4).
 */
function noteRefusal(
  { refused, context, server }: ListenerParts,
  delivery: Delivery,
  { status, failed }: { readonly status: number; readonly failed?: FailedCheck },
  listener?: ResolvedListener,
): void {
  const { headers, refusal, request } = delivery;
  if (!listener) return;
  refused.note({
    workspace: listener.workspace,
    listener: listener.compiled.id,
    at: context.clock.now(),
    ...requestFactsOf(server, delivery),
    bodyBytes: announcedBytes(request),
    status,
    reason: refusal ?? '',
    failed,
    headerNames: headers.filter((_, index) => index % 2 === 0),
  });
}

/** Records the request for the page that shows what uses the rate limit. */
function noteUse({ use, context }: ListenerParts, { listener, counted }: FinalOutcome): void {
  if (!listener || !counted) return;
  const { remaining, refusal } = counted;
  const verdict = { isAllowed: refusal === undefined, remaining };
  use.count(listener.workspace, listener.compiled.id, verdict, context.clock.now());
}
