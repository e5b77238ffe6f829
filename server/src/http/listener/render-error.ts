import { type ErrorRenderer, sendNested, statusTable } from '../errors.ts';

/** The listener shares its host with the console, so no answer of it may act as a page of that host (security 6.4). */
export const sandbox = "default-src 'none'; sandbox";

/** Decisions 3: a file part is 415. A circle of workflows is what 508 is for. */
const statusOf = statusTable({ file_not_taken: 415, loop_detected: 508 });

/** Everything but the refusals of seed 7.1, which are no errors of this kind (`render-refusal.ts`), is nested (decisions 3). */
export const renderListenerError: ErrorRenderer = (error, _request, reply) => {
  reply.header('content-security-policy', sandbox);
  // Whether a path could be a listener's at all is not told either (decisions 3).
  const message = error.code === 'unknown_route' ? 'Item was not found.' : error.message;
  return sendNested(reply, statusOf(error), message);
};
