import type { IncomingMessage } from 'node:http';

/** How far a request came on its straight way (docs/design/listeners.md). */
export type Begun =
  | { readonly kind: 'read'; readonly body: Buffer }
  /** It cannot be accepted any more; how that is told is not for the straight way to say. */
  | { readonly kind: 'failed'; readonly error: Error };

type HandedOver = Begun & { readonly startedAt: number };

const handed = new WeakMap<IncomingMessage, HandedOver>();

export const handOver = (request: IncomingMessage, begun: HandedOver): void =>
  void handed.set(request, begun);

/** What was begun of a request; undefined for nearly all. */
export const handedOver = (request: IncomingMessage): HandedOver | undefined => handed.get(request);
