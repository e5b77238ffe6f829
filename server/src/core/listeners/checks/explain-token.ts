import { peekJws } from '../../../lib/crypto/jws.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { locateToken } from './token-location.ts';
import {
  type FailedTokenCheck,
  judgeToken,
  type TokenCheck,
  type TokenVerdict,
  tokenChecks,
} from './token-verdict.ts';

/** The result of one check. No check runs after the first one that fails. */
export interface ExplainedCheck {
  readonly name: TokenCheck;
  readonly outcome: 'passed' | 'failed' | 'not_made';
  /** Why the check failed, or a note about a check that passed; may be empty. */
  readonly reason: string;
}

export interface ExplainedToken {
  /** The verdict from the listener's own code. */
  readonly verdict: TokenVerdict['kind'] | 'missing_token';
  readonly checks: readonly ExplainedCheck[];
  /** The header as sent, whether or not it can be trusted; null if unreadable. */
  readonly header: unknown;
  readonly claims: unknown;
}

type TokenSettings = Pick<ResolvedSettings, 'endpointKey' | 'endpointSecret'>;

/**
 * Explains which check a token fails and why, for users who can see the secret. The verdict comes from the
 * listener's own code. `value` is the header's value, with or without `Bearer `.
 */
export function explainToken(value: string, settings: TokenSettings, now: Date): ExplainedToken {
  const sent = value.trim();
  const located = locateToken(sent === '' ? [] : ['authorization', sent]);
  if (located.kind === 'missing') {
    const checks = checksOf({ check: 'present', detail: 'missing' }, null);
    return { verdict: 'missing_token', checks, header: null, claims: null };
  }
  const { header, claims } = peekJws(located.token);
  if (located.kind === 'undecodable') {
    const checks = checksOf({ check: 'present', detail: located.reason }, claims);
    return { verdict: 'invalid_or_expired', checks, header, claims };
  }
  const verdict = judgeToken(located.token, settings, now);
  const failed = verdict.kind === 'passed' ? undefined : verdict.failed;
  return { verdict: verdict.kind, checks: checksOf(failed, claims), header, claims };
}

function checksOf(failed: FailedTokenCheck | undefined, claims: unknown): ExplainedCheck[] {
  const failedAt = failed ? tokenChecks.indexOf(failed.check) : tokenChecks.length;
  return tokenChecks.map((name, index) => {
    if (failed && index === failedAt) return { name, outcome: 'failed', reason: failed.detail };
    if (index > failedAt) return { name, outcome: 'not_made', reason: '' };
    return { name, outcome: 'passed', reason: noteOn(name, claims) };
  });
}

/** Both claims are optional, so a token without them passes. */
function noteOn(name: TokenCheck, claims: unknown): string {
  const { exp, nbf } = (claims ?? {}) as { exp?: unknown; nbf?: unknown };
  if (name === 'exp' && exp === undefined) return 'never_expires';
  return name === 'nbf' && nbf === undefined ? 'absent' : '';
}
