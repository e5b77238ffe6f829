import type { RawHeaders } from '../input/raw-headers.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { type ExplainedOrigin, explainOrigin } from './explain-origin.ts';
import { judgeRequest, type RequestVerdict } from './judge-request.ts';
import { makeTestToken } from './make-test-token.ts';

/** A request that a page of another origin wants to send. */
export interface BrowserCall {
  readonly origin: string;
  readonly method: string;
  /** Empty if none is sent. */
  readonly contentType: string;
  /** In lower case. */
  readonly headerNames: readonly string[];
  /** `credentials: 'include'`. */
  readonly withCredentials: boolean;
}

/** The response to the preflight or to the request. */
export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the listener accepted it. */
  readonly refusal: string;
  /** Set if the origin is the reason. */
  readonly origin: ExplainedOrigin | undefined;
}

export interface BrowserVerdict {
  /** Page and listener share an origin, so the browser makes no CORS check. */
  readonly isSameOrigin: boolean;
  /** Undefined if the browser sends none; `because` says why it does. */
  readonly preflight: (BrowserAnswer & { because: string[]; blocked: Blocked; differs: boolean }) | undefined;
  /** Undefined if the preflight stops the request in every browser. */
  readonly request: (BrowserAnswer & { startsRun: boolean; blocked: Blocked }) | undefined;
}

/** Why the browser stops or hides the response; empty if it doesn't. A header's name follows a colon. */
type Blocked = string;

/**
 * What a browser does with a request, by the listener's own checks and the Fetch standard. If the request
 * carries a token, it is assumed to be valid: the token debugger covers the rest.
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

/** Empty settings reject every token, so there is none. */
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

/** Fetch, "CORS-safelisted method" and "CORS-safelisted request-header": anything else needs a preflight. */
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
 * Fetch, "CORS-preflight fetch", step 7. With credentials, `*` among the headers covers nothing. By the
 * standard it never covers `Authorization` either, but Chromium sends the request, so the verdict must not
 * promise that browsers stop it.
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

/** Fetch, "CORS check". */
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
  const said = { headers, refusal: '', origin: undefined };
  switch (verdict.kind) {
    case 'refused': {
      const { status, reason } = verdict.refusal;
      const origin = reason === 'origin_not_allowed' ? explainOrigin(call.origin, settings) : undefined;
      return { status, headers, refusal: reason, origin };
    }
    case 'answered':
      return { ...said, status: 204 };
    case 'switched_off':
      return { ...said, status: 404, refusal: 'listener_switched_off' };
    case 'accepted':
      return { ...said, status: 200 };
  }
}
