import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../lib/errors.ts';
import { handedOver } from './handed-over.ts';
import type { Limits } from './limits.ts';

/**
 * Every body reaches its surface as the bytes that came, at most `bodyBytes` of them. What they mean is the
 * surface's matter (decisions 3 and 6.1), so there is one parser and no media type is refused here.
 */
export function takeBodiesAsBytes(app: FastifyInstance, limits: Limits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (_request, bytes, done) => {
      done(null, bytes);
    },
  );
}

/** The bytes of the request's body; none when there is no body. */
export function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

const readableMediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Runs after all checks and before the first byte of the body is read. */
export function prepareBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error | null, payload?: Readable) => void,
): void {
  const { headers } = request.raw;
  // A small body can unpack to a huge one; nothing here unpacks (security R8).
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    done(invalid('unsupported_encoding', 'The body is compressed. Send it without Content-Encoding.'));
    return;
  }
  // Fastify answers 415 to a Content-Type that it cannot read, but an API body is JSON whatever its type (decisions 6.1).
  const type = headers['content-type'];
  if (type !== undefined && !readableMediaType.test(type))
    headers['content-type'] = 'application/octet-stream';
  const begun = handedOver(request.raw);
  if (!begun) done();
  else if (begun.kind === 'failed') done(begun.error);
  else done(null, Readable.from(begun.body));
}

/**
 * Reads and drops what the caller is still sending before a refusal goes out. A socket that is closed with unread
 * bytes is reset, and the caller would see the reset instead of the answer. The request timeout bounds the wait.
 */
export const swallowRest =
  (limits: Limits) =>
  (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: () => void) => {
    const { raw } = request;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (raw.readableEnded || raw.destroyed || (length === '0' && encoding === undefined)) return done();
    let left = limits.swallowedBytes;
    const finish = () => {
      raw.off('data', count).off('end', finish).off('close', finish);
      done();
    };
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish();
    };
    raw.on('data', count).once('end', finish).once('close', finish).resume();
  };
