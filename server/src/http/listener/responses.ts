import type { Refusal } from '../../core/listeners/index.ts';
import { type DeliveryReceipt, receiptBody } from '../../core/runs/index.ts';
import type { HarkError } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { errorHeaders, nestedError, statusTable } from '../request/errors.ts';

/** A response that hasn't been written yet. Only the entry point writes it, once it is final. */
export interface ListenerResponse {
  readonly status: number;
  /** Header names are lower case. They override the headers that every response has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Listeners can share a host with the console, so browsers must not treat responses as the console's pages. */
export const sandbox = "default-src 'none'; sandbox";

const json = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Confirms that the run is stored. The status is 202 if the caller waited for the workflow's response
 * (spec/listeners §7.1, §7.2).
 */
export const receipt = (status: 200 | 202, run: RunId): ListenerResponse => ({
  status,
  headers: json,
  body: receiptBody(run),
});

/** Shows what became of a delivery, by the key that the sender asked for (spec/listeners §11.3). */
export const receiptResponse = (key: string, found: DeliveryReceipt): ListenerResponse => ({
  status: 200,
  headers: json,
  body: JSON.stringify({
    receipt: {
      key,
      run_id: found.run,
      received_at: found.receivedAt.toISOString(),
      status: found.status,
    },
  }),
});

/** The response to an OPTIONS request that passed the checks (spec/listeners §4.4, §4.6). */
export const noContent: ListenerResponse = { status: 204, headers: {}, body: '' };

/**
 * The response to a failed token, CORS or signature check. The body echoes the token, so browsers must sandbox it. A
 * 401 names a scheme, as RFC 9110 requires (spec/listeners §5.2).
 */
export const rejection = ({ status, body }: Refusal): ListenerResponse => ({
  status,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  },
  body: body(),
});

/** Repeats Slack's challenge, which proves that the URL is right (spec/listeners §10.7). */
export const challengeResponse = (challenge: string): ListenerResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: challenge,
});

export const nested = (status: number, message: string): ListenerResponse => ({
  status,
  headers: json,
  body: JSON.stringify(nestedError(status, message)),
});

/**
 * A multipart file gets a 415 (spec/listeners §6.2), and a loop of workflows gets a 508 (spec/listeners
 * §7.6).
 */
const statusOf = statusTable({ file_not_taken: 415, loop_detected: 508 });

export function errorResponse(error: HarkError): ListenerResponse {
  const { status, headers, body } = nested(statusOf(error), error.message);
  return { status, headers: { ...headers, ...errorHeaders(error) }, body };
}
