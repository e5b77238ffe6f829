import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../lib/errors.ts';
import type { BodyBudget } from './body-budget.ts';
import { handedOver } from './handed-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw response, for readers of the body that get only the request. */
    response?: ServerResponse;
  }
}

/**
 * Every body reaches its surface as the received bytes, at most as many as its route allows. Each surface
 * decides what they mean (spec/listeners §6.1, spec/rest-api §10), so there is one parser and no media type
 * is rejected here.
 */
export function takeBodiesAsBytes(app: FastifyInstance, budget: BodyBudget): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, _payload, done) => {
    const begun = handedOver(request.raw);
    const { response, routeOptions } = request;
    if (begun?.kind === 'read') done(null, begun.body);
    else if (response) {
      readBody(request.raw, response, routeOptions.bodyLimit, budget, done, (body) => done(null, body));
    }
  });
}

/** Reads a body of at most `limit` bytes; a longer one is rejected before it is read, or as soon as it exceeds the limit. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  budget: BodyBudget,
  fail: (error: Error) => void,
  done: (body: Buffer) => void,
): void {
  if (Number(request.headers['content-length']) > limit) {
    fail(bodyTooLarge(limit));
    return;
  }
  let bytes = 0;
  let chunks: Buffer[] = [];
  const stop = () => request.off('data', take).off('error', stopAndFail).off('end', finish);
  const stopAndFail = (error: Error) => {
    stop();
    lease.release();
    chunks = [];
    fail(error);
  };
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) return stopAndFail(bodyTooLarge(limit));
    chunks.push(chunk);
    lease.add(chunk.length);
  };
  const finish = () => {
    stop();
    lease.complete();
    const [first] = chunks;
    done(first && chunks.length === 1 ? first : Buffer.concat(chunks));
  };
  const lease = budget.open(response, stopAndFail);
  request.on('data', take).on('error', stopAndFail).on('end', finish);
}

const bodyTooLarge = (limit: number) =>
  invalid(
    'body_too_large',
    `The body is too large. At most ${limit >= mebibyte ? `${limit / mebibyte} MiB` : `${limit / 1024} KiB`} is read.`,
  );

const mebibyte = 1024 * 1024;

/** The bytes of the request's body; none when there is no body. */
export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

const readableMediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Runs after all checks and before the first byte of the body is read. */
export function prepareBody(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error | null) => void,
): void {
  const { headers } = request.raw;
  // A small body can unpack to a huge one, so compressed bodies are rejected (spec/rest-api §10).
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    done(invalid('unsupported_encoding', 'The body is compressed. Send it without Content-Encoding.'));
    return;
  }
  // Fastify responds 415 to a Content-Type that it can't read, but an API body is JSON whatever its type
  // (spec/rest-api §10).
  const type = headers['content-type'];
  if (type !== undefined && !readableMediaType.test(type))
    headers['content-type'] = 'application/octet-stream';
  request.response = reply.raw;
  const begun = handedOver(request.raw);
  done(begun?.kind === 'failed' ? begun.error : undefined);
}
