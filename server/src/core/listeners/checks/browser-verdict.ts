import type { RawHeaders } from '../input/raw-headers.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { type ExplainedOrigin, explainOrigin } from './explain-origin.ts';
import { judgeRequest, type RequestVerdict } from './judge-request.ts';
import { makeTestToken } from './make-test-token.ts';

/** A request that a page from another origin sends. */
export interface BrowserCall {
  readonly origin: string;
  readonly method: string;
  /** Empty if there is no Content-Type header. */
  readonly contentType: string;
  /** Header names in lower case. */
  readonly headerNames: readonly string[];
  /** Whether the page uses `credentials: 'include'`. */
  readonly withCredentials: boolean;
}

/** The response to the preflight or to the request. */
export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the listener accepted the request. */
  readonly refusal: string;
  /** Set if the origin is the reason for the rejection. */
  readonly origin: ExplainedOrigin | undefined;
}

export interface BrowserVerdict {
  /** The page and the listener share an origin, so the browser makes no CORS check. */
  readonly isSameOrigin: boolean;
  /** Undefined if the browser sends no preflight. `because` explains why it sends one. */
  readonly preflight: (BrowserAnswer & { because: string[]; blocked: Blocked; differs: boolean }) | undefined;
  /** Undefined if every browser stops the request after the preflight. */
  readonly request: (BrowserAnswer & { startsRun: boolean; blocked: Blocked }) | undefined;
}

/**
 * Why the browser blocks the request or hides the response; empty if it doesn't. If a header is the reason,
 * its name follows after a colon.
 */
type Blocked = string;

/**
 * Predicts what a browser does with a request, according to the listener's own checks and the Fetch standard.
 * If the request carries a token, the token is assumed to be valid; invalid tokens are covered by the token
 * debugger.
 */
export function judgeBrowserCall(call: BrowserCall, settings: ResolvedSettings, now: Date): BrowserVerdict {
  const token = passingToken(settings, now);
  const isSameOrigin = call.origin === settings.baseUrl;
  const because = isSameOrigin ? [] : preflightReasons(call);
  const preflight = because.length === 0 ? undefined : judgePreflight(call, because, settings, now);
  if (preflight && preflight.blocked !== '') return { isSameOrigin, preflight, request: undefined };
  const verdict = judgeRequest({ method: call.method, headers: headersOf(call, token) }, settings, now);
  const answer = answerOf(verdict, call, settings);
  const blocked = isSameOrigin ? '' : originBlocked(call, answer);
  return {
    isSameOrigin,
    preflight,
    request: { ...answer, startsRun: verdict.kind === 'accepted', blocked },
  };
}

/** Returns a valid token. Empty settings reject every token, so there is none in that case. */
const passingToken = (settings: ResolvedSettings, now: Date): string =>
  settings.endpointKey && settings.endpointSecret
    ? makeTestToken({ claims: {}, algorithm: 'HS256', expiresInSeconds: null }, settings, now).token
    : '…';

const tokenHeaders = new Set(['authorization', 'token']);

const headersOf = ({ origin, contentType, headerNames }: BrowserCall, token: string): RawHeaders => [
  ...['origin', origin],
  ...(contentType === '' ? [] : ['content-type', contentType]),
  ...headerNames.flatMap((name) => [name, tokenHeaders.has(name) ? token : '…']),
];

/**
 * "CORS-safelisted method" and "CORS-safelisted request-header" in the Fetch standard. Any other method or header
 * needs a preflight.
 */
const plainMethods = new Set(['GET', 'HEAD', 'POST']);
const plainHeaders = new Set(['accept', 'accept-language', 'content-language', 'range']);
const plainTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

const unsafeHeaders = ({ contentType, headerNames }: BrowserCall): string[] => [
  ...(contentType === '' || plainTypes.has(contentType) ? [] : ['content-type']),
  ...headerNames.filter((name) => !plainHeaders.has(name)),
];

const preflightReasons = (call: BrowserCall): string[] => [
  ...(plainMethods.has(call.method) ? [] : ['method']),
  ...unsafeHeaders(call),
];

function judgePreflight(call: BrowserCall, because: string[], settings: ResolvedSettings, now: Date) {
  const headers = ['origin', call.origin, 'access-control-request-method', call.method];
  const answer = answerOf(judgeRequest({ method: 'OPTIONS', headers }, settings, now), call, settings);
  const blocked = preflightBlocked(call, answer);
  return { ...answer, because, blocked, differs: blocked === '' && because.includes('authorization') };
}

/**
 * Implements step 7 of "CORS-preflight fetch" in the Fetch standard. With credentials, `*` doesn't cover any
 * header. According to the standard `*` never covers `Authorization` either, but Chromium sends the request
 * anyway, so the verdict must not promise that browsers block it.
 */
function preflightBlocked(call: BrowserCall, answer: BrowserAnswer): Blocked {
  const origin = originBlocked(call, answer);
  if (origin !== '') return origin;
  if (answer.status < 200 || answer.status > 299) return 'status';
  const methods = listOf(answer.headers['access-control-allow-methods']);
  if (!plainMethods.has(call.method) && !methods.includes(call.method)) return 'method';
  const allowed = listOf(answer.headers['access-control-allow-headers']).map((name) => name.toLowerCase());
  const covers = (name: string) => allowed.includes(name) || (allowed.includes('*') && !call.withCredentials);
  const uncovered = unsafeHeaders(call).find((name) => !covers(name));
  return uncovered === undefined ? '' : `header:${uncovered}`;
}

/** Implements "CORS check" in the Fetch standard. */
function originBlocked(
  { origin, withCredentials }: BrowserCall,
  { headers, status }: BrowserAnswer,
): Blocked {
  const allowed = headers['access-control-allow-origin'];
  if (allowed === undefined) return status >= 400 ? 'status' : 'origin';
  if (allowed !== origin && (allowed !== '*' || withCredentials)) return 'origin';
  return withCredentials && headers['access-control-allow-credentials'] !== 'true' ? 'credentials' : '';
}

const listOf = (value = '') => value.split(',').map((entry) => entry.trim());

function answerOf(verdict: RequestVerdict, call: BrowserCall, settings: ResolvedSettings): BrowserAnswer {
  const { headers } = verdict;
  const response = { headers, refusal: '', origin: undefined };
  switch (verdict.kind) {
    case 'refused': {
      const { status, reason } = verdict.refusal;
      const origin = reason === 'origin_not_allowed' ? explainOrigin(call.origin, settings) : undefined;
      return { status, headers, refusal: reason, origin };
    }
    case 'answered':
      return { ...response, status: 204 };
    case 'switched_off':
      return { ...response, status: 404, refusal: 'listener_switched_off' };
    case 'accepted':
      return { ...response, status: 200 };
  }
}
