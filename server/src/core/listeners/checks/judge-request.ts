import type { RawHeaders } from '../input/raw-headers.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { corsHeaders, judgeOrigin } from './origin-verdict.ts';
import { type Refusal, refuse } from './refusals.ts';
import { locateToken } from './token-location.ts';
import { judgeToken, type VerifiedClaims } from './token-verdict.ts';

/**
 * The parts of a request that the checks need. If a check fails, the body is never read (spec/listeners
 * §1.3).
 */
export interface RequestView {
  readonly method: string;
  readonly headers: RawHeaders;
}

/** The result of the checks. `headers` must be added to the response in every case. */
export type RequestVerdict = { readonly headers: AnswerHeaders } & (
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Answer with a 204 without a body. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'switched_off' }
  | { readonly kind: 'accepted'; readonly claims: VerifiedClaims | undefined }
);

export type AnswerHeaders = Readonly<Record<string, string>>;

/** The methods that a listener accepts (spec/listeners §1.2). */
export const listenerVerbs = ['GET', 'POST', 'PUT', 'OPTIONS'] as const;

/** A request that is being checked. Each check updates this object or ends the request. */
interface Judging {
  readonly request: RequestView;
  readonly settings: ResolvedSettings;
  readonly now: Date;
  claims: VerifiedClaims | undefined;
  headers: AnswerHeaders;
}
type End = { kind: 'refused'; refusal: Refusal } | { kind: 'answered' } | { kind: 'switched_off' };
type Check = (judging: Judging) => End | undefined;

/**
 * The checks in the order of spec/listeners §1.3. They run after the URL (404) and method (405) checks, and
 * before the limits, the body and the run.
 */
const checks: readonly Check[] = [checkToken, checkOrigin, checkSwitch, answerOptions];

/** Runs the checks. The first check that ends the request decides; if none does, the request is accepted. */
export function judgeRequest(request: RequestView, settings: ResolvedSettings, now: Date): RequestVerdict {
  // If `allow_cors` is on, every response from the listener has this header (spec/listeners §4.3).
  const headers: AnswerHeaders = settings.allowCors ? { vary: 'Origin' } : {};
  const judging: Judging = { request, settings, now, claims: undefined, headers };
  for (const check of checks) {
    const end = check(judging);
    if (end) return { ...end, headers: judging.headers };
  }
  return { kind: 'accepted', claims: judging.claims, headers: judging.headers };
}

/** Runs only if `add_authentication` is on; also applies to preflights (spec/listeners §3, §4.5). */
function checkToken(judging: Judging): End | undefined {
  const { request, settings, now } = judging;
  if (!settings.addAuthentication) return undefined;
  const located = locateToken(request.headers);
  if (located.kind === 'missing') {
    return refused(refuse('missing_token', { check: 'present', detail: 'missing' }));
  }
  const { token } = located;
  if (located.kind === 'undecodable') {
    return refused(refuse('invalid_or_expired', { check: 'present', detail: located.reason }, token));
  }
  const verdict = judgeToken(token, settings, now);
  if (verdict.kind !== 'passed') return refused(refuse(verdict.kind, verdict.failed, token));
  judging.claims = verdict.claims;
  return undefined;
}

/**
 * An OPTIONS request from an allowed origin ends here. Other requests get the CORS headers on their response
 * (spec/listeners §4.3, §4.4).
 */
function checkOrigin(judging: Judging): End | undefined {
  const verdict = judgeOrigin(judging.request.headers, judging.settings);
  if (verdict.kind === 'refused') {
    return refused(refuse('origin_not_allowed', { check: 'origin', detail: verdict.origin }));
  }
  if (verdict.kind === 'unchecked') return undefined;
  judging.headers = { ...judging.headers, ...corsHeaders(verdict.origin) };
  return judging.request.method === 'OPTIONS' ? { kind: 'answered' } : undefined;
}

/**
 * Runs after the token and origin checks, so only callers that passed them learn that the listener is
 * disabled (spec/listeners §1.4).
 */
function checkSwitch({ settings }: Judging): End | undefined {
  return settings.isSwitchedOn ? undefined : { kind: 'switched_off' };
}

/**
 * Answers an OPTIONS request that the CORS check doesn't cover, without starting a run (spec/listeners §4.6).
 */
function answerOptions(judging: Judging): End | undefined {
  if (judging.request.method !== 'OPTIONS') return undefined;
  judging.headers = { ...judging.headers, allow: listenerVerbs.join(', ') };
  return { kind: 'answered' };
}

const refused = (refusal: Refusal): End => ({ kind: 'refused', refusal });
