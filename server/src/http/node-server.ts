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
import type { Logger } from '../lib/log.ts';
import { commonHeaders } from './answer-headers.ts';
import type { Limits } from './limits.ts';

/** Node's server with the limits of security rule 16. Its lenient parser is never used. */
export function createNodeServer(limits: Limits, logger: Logger, handler: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.headerBytes,
      insecureHTTPParser: false,
      // A missing Host and an unknown Expect would be answered by Node itself, without a request id.
      requireHostHeader: false,
    },
    handler,
  );
  server.on('checkExpectation', handler);
  server.maxConnections = limits.maximumConnections;
  server.maxRequestsPerSocket = limits.maximumRequestsPerSocket;
  // Such as EMFILE when a connection cannot be accepted: without a listener it would end the process.
  server.on('error', (error: NodeJS.ErrnoException) =>
    logger.error({ reason: error.code }, 'http server error'),
  );
  return server;
}

const malformed = { status: 400, text: 'This is not a valid HTTP request.' };

/** What is no request to any surface, by the parser's own code; everything else that it refuses is `malformed`. */
export const parserRefusals: ReadonlyMap<string, typeof malformed> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, text: 'The headers are larger than 16 KB. Send fewer or shorter ones.' },
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, text: 'The request took too long to arrive.' }],
  ['', malformed],
]);

/** How long a refused caller may go on sending, so that the answer arrives before the connection is cut. */
const lingerMs = 1_000;

/** A request that a socket carries, and its answer. */
interface BusyWith {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers what Node's parser refused: there is no request object for it, only the socket. */
export function createParserRefusals(logger: Logger) {
  const latest = new WeakMap<Socket, BusyWith>();
  return {
    /** Remembers which answer the socket is busy with. */
    remember(id: string, request: IncomingMessage, response: ServerResponse): void {
      latest.set(request.socket, { id, request, response });
    },
    refuse(error: NodeJS.ErrnoException, socket: Socket): void {
      const { id, request, response } = latest.get(socket) ?? {};
      const isMidAnswer = response?.headersSent && !(response.writableFinished && request?.complete);
      // The parser reports again for whatever arrives after the refusal.
      if (socket.writableEnded) return;
      if (error.code === 'ECONNRESET' || isMidAnswer) {
        socket.destroy();
        return;
      }
      const { status, text } = parserRefusals.get(error.code ?? '') ?? malformed;
      const requestId = id !== undefined && !response?.headersSent ? id : randomUUID();
      logger.info({ request_id: requestId, status, reason: error.code }, 'request refused by the parser');
      socket.end(rawAnswer(status, text, requestId));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
}

function rawAnswer(status: number, text: string, requestId: string): string {
  const headers = {
    ...commonHeaders,
    'x-request-id': requestId,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
