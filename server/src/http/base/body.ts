import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HarkError, invalid } from '../../lib/errors.ts';
import type { BodyBudget } from './body-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw response, for functions that get only the request. */
    response?: ServerResponse;
  }
}

/**
 * Passes every body to its surface as raw bytes. Each surface parses them itself (spec/listeners §6.1,
 * spec/rest-api §10), so no media type is rejected here.
 */
export function takeBodiesAsBytes(app: FastifyInstance, budget: BodyBudget): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) =>
    request.response
      ? readBody(request.raw, request.response, request.routeOptions.bodyLimit, budget)
      : undefined,
  );
}

/** Rejects a body over `limit` bytes before reading it, or as soon as it exceeds the limit. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  budget: BodyBudget,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > limit) return reject(bodyTooLarge(limit));
    // The caller has disconnected, so none of the events below would fire.
    if (request.errored) return reject(request.errored);
    let bytes = 0;
    let chunks: Buffer[] = [];
    const stop = () => request.off('data', take).off('error', fail).off('end', finish);
    const fail = (error: Error) => {
      stop();
      lease.release();
      chunks = [];
      reject(error);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) return fail(bodyTooLarge(limit));
      chunks.push(chunk);
      lease.add(chunk.length);
    };
    const finish = () => {
      stop();
      lease.complete();
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    };
    const lease = budget.open(response, fail);
    request.on('data', take).on('error', fail).on('end', finish);
  });
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Rejects compressed bodies, because a small body can decompress to a huge one (security R8). The body of a GET request
 * isn't read, so neither is its encoding (spec/rest-api §10, spec/listeners §1.2).
 */
export const findUnsupportedEncoding = ({ method, headers }: IncomingMessage): HarkError | undefined =>
  method === 'GET' ||
  method === 'HEAD' ||
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
    ? undefined
    : invalid('unsupported_encoding', 'The body is compressed. Send it without Content-Encoding.');

const bodyTooLarge = (limit: number) =>
  invalid(
    'body_too_large',
    `The body is too large. The limit is ${limit >= mebibyte ? `${limit / mebibyte} MiB` : `${limit / 1024} KiB`}.`,
  );

const mebibyte = 1024 * 1024;

/** Returns the bytes of the request's body. Empty if there is no body. */
export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

const readableMediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Prepares the body. Runs after all checks and before the first byte of the body is read. */
export function prepareBody(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error | null) => void,
): void {
  const { headers } = request.raw;
  // Without this, Fastify would respond with 415, but an API body is JSON regardless of its type (spec/rest-api
  // §10).
  const type = headers['content-type'];
  if (type !== undefined && !readableMediaType.test(type))
    headers['content-type'] = 'application/octet-stream';
  request.response = reply.raw;
  done(findUnsupportedEncoding(request.raw));
}
