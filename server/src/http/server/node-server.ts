import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../lib/log.ts';
import { commonHeaders } from '../request/response-headers.ts';
import { type IsProxy, limitConnections } from './connection-limit.ts';
import { EarlyResponse } from './early-response.ts';
import type { Limits } from './limits.ts';

/** Creates Node's server with the limits from spec/limits §1. Its lenient parser is never used. */
export function createNodeServer(
  limits: Limits,
  logger: Logger,
  isProxy: IsProxy,
  handler: RequestListener,
): Server {
  const serve = limitPipelining(limits.maximumPipelined, handler);
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.headerBytes,
      insecureHTTPParser: false,
      // Otherwise Node itself would respond to a missing Host or an unknown Expect header, without a request
      // ID.
      requireHostHeader: false,
      ServerResponse: EarlyResponse as typeof ServerResponse,
    },
    serve,
  );
  server.on('checkExpectation', serve);
  server.on('checkContinue', (request, response) => {
    // Reading starts after the checks, so a rejected caller never gets `100 Continue` (spec/listeners §5.3).
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    serve(request, response);
  });
  server.maxConnections = limits.maximumConnections;
  server.maxRequestsPerSocket = limits.maximumRequestsPerSocket;
  // Applies only to active connections: a client that stops reading its response is disconnected.
  server.timeout = limits.stalledTimeoutMs / checksUntilStalled;
  server.on('timeout', closeStalled(server.timeout));
  limitConnections(server, limits.maximumConnectionsPerAddress, isProxy, logger);
  // For example, EMFILE if a connection can't be accepted. Without a handler it would end the process.
  server.on('error', (error: NodeJS.ErrnoException) =>
    logger.error({ reason: error.code }, 'http server error'),
  );
  return server;
}

/**
 * Node looks for progress only once per timeout, and reports a client that stops reading after up to two timeouts. With
 * several short ones in a row, a connection is closed at most one of them after the limit.
 */
const checksUntilStalled = 6;

/** Counts the checks in a row that found no progress. */
function closeStalled(checkMs: number): (socket: Socket) => void {
  const found = new WeakMap<Socket, { checks: number; at: number; bytes: number }>();
  return (socket) => {
    // The connection is idle: this is the end of the keep-alive timeout.
    if (socket.timeout !== checkMs) return closeUnlessActive(socket);
    const [at, bytes] = [performance.now(), socket.bytesRead + socket.bytesWritten];
    const last = found.get(socket);
    // A check that finds progress doesn't call this, so the next one that does is two checks later.
    const isInRow = last?.bytes === bytes && at - last.at < 1.9 * checkMs;
    const checks = isInRow ? last.checks + 1 : 1;
    if (checks === checksUntilStalled) return closeUnlessActive(socket);
    found.set(socket, { checks, at, bytes });
    socket.setTimeout(checkMs);
  };
}

/**
 * Closes an idle connection after reading what has arrived. After a busy period, timers run before sockets are
 * read, so closing the connection right away would reset a request that is already waiting.
 */
function closeUnlessActive(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/**
 * Limits pipelining. Node starts pipelined requests immediately and buffers their responses until the earlier
 * ones are sent. Requests beyond `maximum` are rejected and close the connection.
 */
function limitPipelining(maximum: number, handler: RequestListener): RequestListener {
  const openBySocket = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: number) => {
    const open = (openBySocket.get(socket) ?? 0) + by;
    openBySocket.set(socket, open);
    return open;
  };
  return (request, response) => {
    const { socket } = request;
    const open = change(socket, 1);
    response.once('close', () => change(socket, -1));
    if (open <= maximum) return handler(request, response);
    const { headers, body } = nestedAnswer(503, 'Too many pipelined requests. Wait for the responses first.');
    response.writeHead(503, { ...headers, 'retry-after': '1', connection: 'close' });
    response.end(body);
  };
}

const malformed = { status: 400, text: 'The HTTP request is invalid.' };

/** Responses by the parser's error code. All other codes are `malformed`. */
export const parserRefusals: ReadonlyMap<string, typeof malformed> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, text: 'The headers are larger than 16 KB. Send fewer or shorter ones.' },
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, text: 'The request took too long to arrive.' }],
  ['', malformed],
]);

/** How long a rejected caller may keep sending, so the response arrives before the connection closes. */
const lingerMs = 1_000;

interface BusyWith {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Responds to requests that Node's parser rejected. They have no request object, only the socket. */
export function createParserRefusals(logger: Logger) {
  const latest = new WeakMap<Socket, BusyWith>();

  function answer(error: NodeJS.ErrnoException, socket: Socket, id: string): void {
    // The parser emits another error if more data arrives after the rejection. Ignore it.
    if (socket.writableEnded) return;
    const { status, text } = parserRefusals.get(error.code ?? '') ?? malformed;
    logger.info({ request_id: id, status, reason: error.code }, 'request rejected by the HTTP parser');
    socket.end(rawAnswer(status, text, id));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  return {
    remember(id: string, request: IncomingMessage, response: ServerResponse): void {
      latest.set(request.socket, { id, request, response });
    },
    refuse(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const { id, request, response } = latest.get(socket) ?? {};
      if (!request || !response || id === undefined || (request.complete && response.writableFinished)) {
        answer(error, socket, randomUUID());
      } else if (request.complete) {
        // The bytes after a complete request are invalid, not the request itself, so its own response is sent
        // first.
        response.once('finish', () => answer(error, socket, randomUUID()));
      } else if (response.headersSent) {
        socket.destroySoon();
      } else {
        answer(error, socket, id);
      }
    },
  };
}

/** Builds a nested error (spec/rest-api §3.1) for requests that don't reach a surface. */
export function nestedAnswer(status: number, message: string) {
  const body = JSON.stringify({ error: { code: status, message } });
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    // The surface is unknown, and requests to /api need the error header (spec/rest-api §3.5).
    ...(status < 500 && { 'hark-error': 'invalid_request' }),
  };
  return { headers, body };
}

function rawAnswer(status: number, text: string, requestId: string): string {
  const { headers, body } = nestedAnswer(status, text);
  const own = { 'x-request-id': requestId, connection: 'close' };
  const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
