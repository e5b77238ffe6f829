import type { ServerResponse } from 'node:http';
import { unavailable } from '../../lib/errors.ts';

/** The overhead counted for each chunk, so a body sent byte by byte doesn't look small. */
const pieceOverheadBytes = 256;

/** One body's share of the budget. */
export interface BodyLease {
  /** Counts a chunk that has arrived. This can reject the body itself or an older one. */
  add(bytes: number): void;
  /**
   * Marks the body as complete. It keeps its share until the response is finished, and can no longer be
   * rejected.
   */
  complete(): void;
  release(): void;
}

interface OpenBody {
  bytes: number;
  readonly reject: (error: Error) => void;
}

/**
 * Limits the memory for all request bodies in this process, until their responses are finished. If the budget
 * is exceeded, the body that has been arriving the longest is rejected with 503. Normal bodies arrive within
 * milliseconds, so slow senders are rejected first. Bytes count when they arrive, so announcing a large body
 * takes nothing away from others.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  /** Bodies that are still arriving, oldest first. */
  readonly #arriving = new Set<OpenBody>();
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Opens a share for a body. @param reject is called at most once, and never after `complete` or `release` */
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
          'The server is receiving too many large requests. Send the request again in a few seconds.',
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
