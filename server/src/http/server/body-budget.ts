import type { ServerResponse } from 'node:http';
import { unavailable } from '../../lib/errors.ts';

/** The overhead of each chunk, so that a body sent byte by byte doesn't look small. */
const pieceOverheadBytes = 256;

/** One body's share of the budget. */
export interface BodyLease {
  /** Counts a chunk that has arrived. Can reject this body or an older one. */
  add(bytes: number): void;
  /** The body keeps its share until the response is finished, and can't be rejected any more. */
  complete(): void;
  release(): void;
}

interface OpenBody {
  bytes: number;
  readonly reject: (error: Error) => void;
}

/**
 * Bounds the memory of all request bodies in this process, until their responses are finished. Over the
 * budget, the body that has been arriving the longest is rejected with 503: normal bodies arrive within
 * milliseconds, so slow senders are rejected first. Bytes count as they arrive: announcing a body costs
 * others nothing.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #arriving = new Set<OpenBody>();
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @param reject is called at most once, and never after `complete` or `release` */
  open(response: ServerResponse, reject: (error: Error) => void): BodyLease {
    const body: OpenBody = { bytes: 0, reject };
    this.#arriving.add(body);
    const release = () => this.#release(body);
    response.once('close', release);
    return {
      add: (bytes) => {
        if (!this.#arriving.has(body)) return;
        body.bytes += bytes + pieceOverheadBytes;
        this.#heldBytes += bytes + pieceOverheadBytes;
        this.#makeRoom();
      },
      complete: () => void this.#arriving.delete(body),
      release,
    };
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  #makeRoom(): void {
    for (const oldest of this.#arriving) {
      if (this.#heldBytes <= this.#maxBytes) return;
      this.#release(oldest);
      oldest.reject(
        unavailable(
          'too_many_bodies',
          'The server is receiving too many large requests right now. Send the whole request again in a few seconds.',
        ),
      );
    }
  }

  #release(body: OpenBody): void {
    this.#arriving.delete(body);
    this.#heldBytes -= body.bytes;
    body.bytes = 0;
  }
}
