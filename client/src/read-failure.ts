import type { Answer } from './exchange.ts';
import { HarkError, type HarkErrorCode } from './hark-error.ts';

const codeByStatus: Readonly<Record<number, HarkErrorCode>> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'key_reused',
  429: 'rate_limited',
};

/** Statuses after which the same request may be answered otherwise. 409 is a twin in flight, or somebody who wrote at the same moment. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** The error that an answer stands for: nested, flat, or a page. */
export function readFailure(answer: Answer): HarkError {
  const { status, headers, text } = answer;
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  };
  if (status >= 300 && status < 400)
    return new HarkError(redirectText(headers.get('location')), { ...about, code: 'redirected' });
  const said = readErrorBody(text);
  if (said)
    return new HarkError(said.message, {
      ...about,
      code: said.code ?? codeOf(status),
      isRetryable: passing.has(status),
    });
  if (status === 404) return new HarkError(notReachedText, { ...about, code: 'not_reached' });
  return new HarkError(`The server answered ${status} without saying why.`, {
    ...about,
    code: codeOf(status),
    isRetryable: passing.has(status),
  });
}

/** What a nested error means: on the wire it has no word of its own. */
export const codeOf = (status: number): HarkErrorCode =>
  codeByStatus[status] ?? (status >= 501 ? 'unavailable' : status === 500 ? 'fault' : 'invalid');

const notReachedText =
  'The request did not reach the API: the answer is a page. Check baseUrl; behind a proxy, check that it passes on the Host, apikey and Authorization headers.';

const redirectText = (location: string | null) =>
  `The server sends the request elsewhere${location === null ? '' : `, to ${location}`}. Set baseUrl to the final https address: credentials do not follow a redirect.`;

/** `error.message` if `error` is an object, `error_description` if it is a string (spec/rest-api §3.1). */
function readErrorBody(text: string): { message: string; code?: string } | undefined {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  if (typeof error === 'string') {
    const said = 'error_description' in body ? body.error_description : undefined;
    return { code: error, message: typeof said === 'string' ? said : error };
  }
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? { message: error.message } : undefined;
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
