import { type ErrorRenderer, sendNested, statusTable } from '../errors.ts';

/** The listener shares its host with the console, so no answer of it may act as a page of that host (security 6.4). */
export const sandbox = "default-src 'none'; sandbox";

/** The refusals of seed 7.1. The others are nested (decisions 3). */
const refusals = {
  missing_token: 403,
  invalid_token: 401,
  invalid_key: 401,
  origin_not_allowed: 403,
};

const statusOf = statusTable(refusals);

/** A refusal is bare text, because it echoes the caller's token; the headers that decisions 3 asks for are on every answer. */
export const renderListenerError: ErrorRenderer = (error, _request, reply) => {
  const status = statusOf(error);
  reply.header('content-security-policy', sandbox);
  if (Object.hasOwn(refusals, error.code)) {
    const text = error.code === 'origin_not_allowed' ? '' : error.message;
    return reply.code(status).type('text/plain; charset=utf-8').send(text);
  }
  // Whether a path could be a listener's at all is not told either (decisions 3).
  return sendNested(reply, status, error.code === 'unknown_route' ? 'Item was not found.' : error.message);
};
