import type { Answer } from './exchange.ts';
import { HarkError, type HarkErrorCode } from './hark-error.ts';

const codeByStatus: Readonly<Record<number, HarkErrorCode>> = {
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'cursor_expired',
  422: 'key_reused',
  429: 'rate_limited',
};

/** Statuses after which a retry may succeed. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Conflicts with another request that is about to finish: it has the same key, or changes the same data. */
const passingConflicts: ReadonlySet<string> = new Set(['in_flight', 'concurrent_change']);

/** Turns an error response into a HarkError. The response can be nested JSON, flat JSON, or a page. */
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
  if (!said && status === 404) return new HarkError(notReachedText, { ...about, code: 'not_reached' });
  const header = readErrorHeader(headers.get('hark-error'));
  const code = header?.code ?? said?.code ?? codeOf(status);
  return new HarkError(said?.message ?? `The server returned ${status} without a reason.`, {
    ...about,
    code,
    field: header?.field,
    isRetryable: passing.has(status) || (status === 409 && passingConflicts.has(code)),
  });
}

/** Reads `<code>` or `<code>; field=<name>` (spec/rest-api §3.5). */
function readErrorHeader(value: string | null): { code: string; field: string | undefined } | undefined {
  const [, code, field] = /^(\w+)(?:; field=([\w.-]+))?$/.exec(value ?? '') ?? [];
  return code === undefined ? undefined : { code, field };
}

/** Derives the code from the status. Server errors and the items of a batch have no other. */
export const codeOf = (status: number): HarkErrorCode =>
  codeByStatus[status] ?? (status >= 501 ? 'unavailable' : status === 500 ? 'fault' : 'invalid');

const notReachedText =
  'The request did not reach the API: the response is a web page. Check baseUrl, and check that a reverse proxy forwards the Host, apikey and Authorization headers.';

const redirectText = (location: string | null) =>
  `The server redirects the request${location === null ? '' : ` to ${location}`}. Set baseUrl to the final https URL, because credentials don't follow redirects.`;

/**
 * Reads the message: `error.message` if `error` is an object, `error_description` if it is a string
 * (spec/rest-api §3.1).
 */
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

/** Parses JSON. Returns undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses `Retry-After`, which contains seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
