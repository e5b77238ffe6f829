import { type IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../base/body.ts';

/** How much of an unwanted body is read and discarded after the response was sent. */
const maxDrainedBytes = 8 * 1024 * 1024;

type EndArguments = Parameters<ServerResponse['end']>;

/**
 * A response that can be sent before its request has arrived completely (spec/rest-api §2, spec/listeners
 * §5.3). It ends only after the rest of the body was read and discarded: closing a socket with unread bytes
 * resets it, and the caller would miss the response. The request timeout limits the time, and `maxDrainedBytes`
 * the size.
 */
export class EarlyResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** When the response was sent, as a `performance.now()` value. Set only if the body was still arriving. */
  sentEarlyAt: number | undefined;

  override end(...given: unknown[]): this {
    if (this.sentEarlyAt !== undefined || !isArriving(this.req)) return super.end(...(given as EndArguments));
    const [chunk] = given;
    this.sentEarlyAt = performance.now();
    // Send head and body in one packet.
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

const isArriving = (request: IncomingMessage): boolean =>
  !request.complete && !request.destroyed && hasBody(request);
