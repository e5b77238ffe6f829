import {
  Agent,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { MovedTo } from '../../core/workspace-move/index.ts';
import { type HarkError, unavailable } from '../../lib/errors.ts';
import { readBody } from '../base/body.ts';
import { originForm } from '../base/request-target.ts';
import { errorHeaders, reportError, statusTable } from '../request/errors.ts';
import { requestIdOf } from '../request/response-headers.ts';
import { hostOf } from '../request/workspace-by-host.ts';
import { beginRequest, type ServerParts } from './begin-request.ts';
import { nestedAnswer } from './node-server.ts';
import type { Recorded } from './request-log.ts';

export type FindMoved = (host: string) => MovedTo;

const connectWithinMs = 3_000;
/** Longer than any response takes. */
const answerWithinMs = 120_000;
const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) };

/** How often a request was forwarded. It could go round in circles if a proxy sent it back here. */
const hopsHeader = 'x-hark-forwarded';
const maxHops = 3;

/** Headers that concern one connection only (RFC 9110 §7.6.1). */
const ownHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Headers of a request that are written again. */
const rewrittenHeaders = new Set([
  ...ownHeaders,
  hopsHeader,
  'content-length',
  'x-forwarded-for',
  'x-request-id',
]);

const statusOf = statusTable();

/**
 * Sends requests for a workspace that has moved to its new installation, until all senders and proxies know it
 * (spec/cells §4.6). In the moment of the switch, they are asked to try again.
 */
export const forwardMoved =
  (parts: ServerParts, find: FindMoved, serve: RequestListener): RequestListener =>
  (request, response) => {
    const moved = find(hostOf(request));
    if (moved === undefined) serve(request, response);
    else void respond(parts, moved, request, response);
  };

async function respond(
  parts: ServerParts,
  moved: NonNullable<MovedTo>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const recorded = recordOf(request);
  const arrived = { id: recorded.id, url: request.url ?? '', request, response };
  const problem = beginRequest(parts, arrived, () => recorded);
  try {
    if (problem) throw problem;
    const answer = await forward(parts, moved, recorded.id, request, response);
    recorded.bytes = Number(answer.headers['content-length'] ?? 0);
    const closing = parts.isDraining() ? ['connection', 'close'] : [];
    response.writeHead(answer.statusCode ?? 502, [...without(ownHeaders, answer.rawHeaders), ...closing]);
    answer.on('error', () => response.destroy()).pipe(response);
  } catch (thrown) {
    const error = reportError(parts.logger, thrown, { id: recorded.id, raw: request });
    recorded.refusal = error.code;
    refuse(error, recorded.id, response);
  }
}

const recordOf = (request: IncomingMessage): { -readonly [Key in keyof Recorded]: Recorded[Key] } => ({
  id: requestIdOf(request),
  method: request.method ?? '',
  surface: 'moved',
  route: null,
  workspace: null,
  bytes: 0,
  run: null,
  refusal: null,
});

async function forward(
  { limits, budget }: ServerParts,
  moved: NonNullable<MovedTo>,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const hops = request.headers[hopsHeader] ?? '0';
  if (moved === 'unavailable' || !/^\d$/.test(String(hops)) || Number(hops) >= maxHops) throw moving();
  const body = await readBody(request, response, limits.bodyBytes, budget);
  const headers = [
    ...without(rewrittenHeaders, request.rawHeaders),
    ...['content-length', String(body.length), 'x-request-id', id, hopsHeader, String(Number(hops) + 1)],
    ...['x-forwarded-for', senders(request)],
  ];
  for (const address of inTurn(moved.forwardTo)) {
    if (response.destroyed) break;
    const answer = await ask(address, request, headers, body, response);
    if (answer) return answer;
  }
  throw moving();
}

const moving = () =>
  unavailable('workspace_moving', 'This workspace is moving to another installation. Try again in a second.');

const senders = ({ headers, socket }: IncomingMessage): string =>
  [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');

/** Headers are passed on as they were written: the spelling of some matters, and duplicates must stay visible. */
function without(names: ReadonlySet<string>, rawHeaders: readonly string[]): string[] {
  const isPassed = (_: string, index: number) =>
    !names.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase());
  return rawHeaders.filter(isPassed);
}

let turn = 0;

/** Spreads requests over the processes. Those that come later in the list are tried if the first can't be reached. */
function inTurn(addresses: readonly string[]): readonly string[] {
  const first = turn++ % addresses.length;
  return [...addresses.slice(first), ...addresses.slice(0, first)];
}

/**
 * Sends the request to one process of the new installation. The address alone decides where it goes; the request's
 * target is sent as text, and never interpreted as a URL: it could name another host.
 * @returns nothing if there was no connection, so nothing was sent
 */
function ask(
  address: string,
  { method, url = '' }: IncomingMessage,
  headers: readonly string[],
  body: Buffer,
  response: ServerResponse,
): Promise<IncomingMessage | undefined> {
  const to = urlToHttpOptions(new URL(address));
  const isSecure = to.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? sendSecurely : send)({
      ...to,
      path: originForm(url),
      method,
      headers,
      agent: agents[isSecure ? 'https:' : 'http:'],
      timeout: connectWithinMs,
    });
    let isConnected = false;
    const connected = () => {
      isConnected = true;
      outgoing.setTimeout(answerWithinMs);
    };
    outgoing.on('socket', (socket) =>
      socket.connecting ? socket.once(isSecure ? 'secureConnect' : 'connect', connected) : connected(),
    );
    outgoing.on('response', resolve);
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => (isConnected ? reject(moving()) : resolve(undefined)));
    response.on('close', () => outgoing.destroy());
    outgoing.end(body);
  });
}

function refuse(error: HarkError, id: string, response: ServerResponse): void {
  if (response.destroyed || response.headersSent) return;
  const status = statusOf(error);
  const { headers, body } = nestedAnswer(status, error.message);
  response.writeHead(status, { ...headers, ...errorHeaders(error), 'x-request-id': id, connection: 'close' });
  response.end(body);
}
