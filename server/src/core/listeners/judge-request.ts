import { corsHeaders, judgeOrigin } from './origin-verdict.ts';
import type { RawHeaders } from './raw-headers.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { ResolvedSettings } from './resolved-settings.ts';
import { locateToken } from './token-location.ts';
import { judgeToken, type VerifiedClaims } from './token-verdict.ts';

/** What the checks look at. Nothing of the body is read for a caller who fails one of them (decisions 3). */
export interface RequestView {
  readonly method: string;
  readonly headers: RawHeaders;
}

/** How the request goes on. `headers` belong on the answer, whatever it will be. */
export type RequestVerdict = { readonly headers: AnswerHeaders } & (
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** 204 without a body. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'switched_off' }
  | { readonly kind: 'accepted'; readonly claims: VerifiedClaims | undefined }
);

export type AnswerHeaders = Readonly<Record<string, string>>;

/** The verbs of a listener's address (seed 4.1, decisions 3). */
export const listenerVerbs = ['GET', 'POST', 'PUT', 'OPTIONS'] as const;

/** Every name that a verdict's headers can have. */
export const verdictHeaders = ['vary', 'allow', ...Object.keys(corsHeaders(''))];

/** What is known so far. Each check adds to it, or ends it. */
interface Judging {
  readonly request: RequestView;
  readonly settings: ResolvedSettings;
  readonly now: Date;
  claims: VerifiedClaims | undefined;
  headers: AnswerHeaders;
}
type End = { kind: 'refused'; refusal: Refusal } | { kind: 'answered' } | { kind: 'switched_off' };
type Check = (judging: Judging) => End | undefined;

/** The order of seed 4.1 and decisions 3. Address (404) and verb (405) come before it; the body and the run come after. */
const checks: readonly Check[] = [checkToken, checkOrigin, checkSwitch, answerOptions];

/** Runs the checks in their order. The first that ends the request decides; when none does, it is accepted. */
export function judgeRequest(request: RequestView, settings: ResolvedSettings, now: Date): RequestVerdict {
  // Decisions 3: with `allow_cors` on, on every answer of that listener.
  const headers: AnswerHeaders = settings.allowCors ? { vary: 'Origin' } : {};
  const judging: Judging = { request, settings, now, claims: undefined, headers };
  for (const check of checks) {
    const end = check(judging);
    if (end) return { ...end, headers: judging.headers };
  }
  return { kind: 'accepted', claims: judging.claims, headers: judging.headers };
}

/** Seed 5.1, only when `add_authentication` is on; a preflight is no exception (seed 5.3). */
function checkToken(judging: Judging): End | undefined {
  const { request, settings, now } = judging;
  if (!settings.addAuthentication) return undefined;
  const located = locateToken(request.headers);
  if (located.kind === 'missing') return refused(refuse('missing_token'));
  const { token } = located;
  if (located.kind === 'undecodable') return refused(refuse('invalid_or_expired', token));
  const verdict = judgeToken(token, settings, now);
  if (verdict.kind !== 'passed') return refused(refuse(verdict.kind, token));
  judging.claims = verdict.claims;
  return undefined;
}

/** Seed 5.2. Every OPTIONS from an allowed origin is a preflight (decisions 3) and ends here; other verbs carry the headers on. */
function checkOrigin(judging: Judging): End | undefined {
  const verdict = judgeOrigin(judging.request.headers, judging.settings);
  if (verdict.kind === 'refused') return refused(refuse('origin_not_allowed'));
  if (verdict.kind === 'unchecked') return undefined;
  judging.headers = { ...judging.headers, ...corsHeaders(verdict.origin) };
  return judging.request.method === 'OPTIONS' ? { kind: 'answered' } : undefined;
}

/** Decisions 3: after both checks, so that only who passed them learns that it is switched off. */
function checkSwitch({ settings }: Judging): End | undefined {
  return settings.isSwitchedOn ? undefined : { kind: 'switched_off' };
}

/** Decisions 3: an OPTIONS that the cross-origin check does not cover is told the verbs, and starts nothing. */
function answerOptions(judging: Judging): End | undefined {
  if (judging.request.method !== 'OPTIONS') return undefined;
  judging.headers = { ...judging.headers, allow: listenerVerbs.join(', ') };
  return { kind: 'answered' };
}

const refused = (refusal: Refusal): End => ({ kind: 'refused', refusal });
