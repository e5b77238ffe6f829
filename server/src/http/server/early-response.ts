import { type IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../request/body.ts';

/** How much of an unwanted body is read and dropped after the response was sent. */
const maxDrainedBytes = 8 * 1024 * 1024;

type EndArguments = Parameters<ServerResponse['end']>;

/**
 * A response that doesn't wait for the rest of its request (spec/rest-api §2, spec/listeners §5.3). It is
 * sent at once, but it ends only after the body was read and dropped: a socket that is closed with unread
 * bytes is reset, and the caller would see the reset instead of the response. The request timeout limits how
 * long that takes, `maxDrainedBytes` how much is read.
 */
export class EarlyResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** When it was sent, if the body was still arriving then; as `performance.now()` tells it. */
  sentEarlyAt: number | undefined;

  override end(...given: unknown[]): this {
    if (this.sentEarlyAt !== undefined || !isArriving(this.req)) return super.end(...(given as EndArguments));
    const [chunk] = given;
    this.sentEarlyAt = performance.now();
    // One packet for both.
    this.cork();
    this.flushHeaders();
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.uncork();
    this.#drainThenEnd();
    return this;
  }

  #drainThenEnd(): void {
    const { req } = this;
    let leftBytes = maxDrainedBytes;
    const finish = () => {
      req.off('data', count).off('end', finish);
      super.end();
    };
    const count = (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes >= 0) return;
      this.once('finish', () => req.socket.destroySoon());
      finish();
    };
    req.on('data', count).once('end', finish).resume();
  }
}

/** Whether the caller is still sending the body. */
const isArriving = (request: IncomingMessage): boolean =>
  !request.complete && !request.destroyed && hasBody(request);
