import type { ServerResponse } from 'node:http';
import { unavailable } from '../../lib/errors.ts';

/** What a piece of a body costs in addition to its bytes: a body sent byte by byte must not look small. */
const pieceOverheadBytes = 256;

/** The part of the budget that one body holds. */
export interface BodyLease {
  /** Counts a piece that has arrived. May reject this body or an older one. */
  add(bytes: number): void;
  /** Marks the body as complete: it keeps its part until the response is finished, and can't be rejected any more. */
  complete(): void;
  release(): void;
}

interface OpenBody {
  bytes: number;
  readonly reject: (error: Error) => void;
}

/**
 * Bounds the memory that request bodies take in this process, from their first byte until their response is finished. When
 * it is used up, the body that has been arriving for the longest time is rejected with 503: real bodies arrive within
 * milliseconds, so callers that hold back the end of theirs lose first and the others are still served. Bytes are counted as
 * they arrive and not as declared, so that announcing a body costs the others nothing.
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
