import {
  Agent,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http';
import { Agent as SecureAgent, request as sendSecurely } from 'node:https';
import type { MovedTo } from '../../core/workspace-move/index.ts';
import { commonHeaders } from '../request/response-headers.ts';
import { hostOf } from '../request/workspace-by-host.ts';

export type FindMoved = (host: string) => MovedTo;

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
  // Written again below.
  hopsHeader,
  'x-forwarded-for',
]);

/**
 * Sends requests for a workspace that has moved to its new installation, until all senders and proxies know it
 * (spec/cells §4.6). In the moment of the switch, they are asked to try again.
 */
export const forwardMoved =
  (find: FindMoved, serve: RequestListener): RequestListener =>
  (request, response) => {
    const moved = find(hostOf(request));
    if (moved === undefined) return serve(request, response);
    const hops = Number(request.headers[hopsHeader] ?? 0);
    if (moved === 'unavailable' || !(hops < maxHops)) return refuse(response);
    return forward(inTurn(moved.forwardTo), request, response, hops + 1);
  };

let turn = 0;

/** Spreads requests over the processes. Those that come later in the list are tried if the first can't be reached. */
function inTurn(addresses: readonly string[]): readonly string[] {
  const first = turn++ % addresses.length;
  return [...addresses.slice(first), ...addresses.slice(0, first)];
}

function forward(
  [address, ...others]: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
  hops: number,
): void {
  if (address === undefined) {
    refuse(response);
    return;
  }
  const target = new URL(request.url ?? '/', address);
  const isSecure = target.protocol === 'https:';
  const outgoing = (isSecure ? sendSecurely : send)(target, {
    method: request.method,
    headers: headersFor(request, hops),
    agent: agents[isSecure ? 'https:' : 'http:'],
    timeout: answerWithinMs,
  });
  // The body can be read only once, so it is sent only when there is a connection.
  let isConnected = false;
  const sendBody = () => {
    isConnected = true;
    request.on('error', () => outgoing.destroy()).pipe(outgoing);
  };
  outgoing.on('socket', (socket) =>
    socket.connecting ? socket.once(isSecure ? 'secureConnect' : 'connect', sendBody) : sendBody(),
  );
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders));
    answer.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('timeout', () => outgoing.destroy());
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else if (isConnected) refuse(response);
    else forward(others, request, response, hops);
  });
  response.on('close', () => outgoing.destroy());
}

/** Headers are passed on as they were written: the spelling of some matters, and duplicates must stay visible. */
function passedOn(rawHeaders: readonly string[]): string[] {
  const isPassed = (_: string, index: number) =>
    !ownHeaders.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase());
  return rawHeaders.filter(isPassed);
}

function headersFor({ rawHeaders, headers, socket }: IncomingMessage, hops: number): string[] {
  const from = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  return [...passedOn(rawHeaders), 'x-forwarded-for', from, hopsHeader, String(hops)];
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, {
    ...commonHeaders,
    'retry-after': '1',
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end('This workspace is moving to another installation. Try again in a second.\n');
}
