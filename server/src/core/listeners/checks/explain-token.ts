import {
  claimsOf,
  expiryVerdict,
  isSameText,
  isSignedWith,
  openJws,
  peekJws,
  startVerdict,
} from '../../../lib/crypto/jws.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { locateToken } from './token-location.ts';
import { judgeToken, type TokenVerdict } from './token-verdict.ts';

/** The checks, in the order in which they run (spec/listeners §3.4). */
export const tokenChecks = [
  'present',
  'form',
  'algorithm',
  'signature',
  'claims',
  'exp',
  'nbf',
  'iss',
] as const;
type CheckName = (typeof tokenChecks)[number];

/** The result of one check. No check runs after the first one that fails. */
export interface ExplainedCheck {
  readonly name: CheckName;
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
interface Finding {
  readonly failed?: string;
  readonly note?: string;
}

/**
 * Explains which check a token fails and why, for users who can see the secret. It applies the rules of
 * `judgeToken` one by one, but the verdict comes from the listener's own code. `value` is the header's value,
 * with or without `Bearer `.
 */
export function explainToken(value: string, settings: TokenSettings, now: Date): ExplainedToken {
  const sent = value.trim();
  const located = locateToken(sent === '' ? [] : ['authorization', sent]);
  if (located.kind === 'missing') return explained('missing_token', [{ failed: 'missing' }], null, null);
  const { token } = located;
  const { header, claims } = peekJws(token);
  const findings = token === '' ? [{ failed: 'empty' }] : findingsOf(token, settings, now);
  return explained(judgeToken(token, settings, now).kind, findings, header, claims);
}

const explained = (
  verdict: ExplainedToken['verdict'],
  findings: readonly Finding[],
  header: unknown,
  claims: unknown,
): ExplainedToken => ({ verdict, checks: tokenChecks.map(toCheck(findings)), header, claims });

const toCheck =
  (findings: readonly Finding[]) =>
  (name: CheckName, index: number): ExplainedCheck => {
    const finding = findings[index];
    if (!finding) return { name, outcome: 'not_made', reason: '' };
    if (finding.failed !== undefined) return { name, outcome: 'failed', reason: finding.failed };
    return { name, outcome: 'passed', reason: finding.note ?? '' };
  };

const passed: Finding = {};

function findingsOf(token: string, settings: TokenSettings, now: Date): Finding[] {
  const { endpointKey, endpointSecret } = settings;
  const jws = openJws(token);
  if (jws === 'parts' || jws === 'encoding' || jws === 'header') return [passed, { failed: jws }];
  if (typeof jws === 'string') return [passed, passed, { failed: jws }];
  const opened = [passed, passed, passed];
  if (!endpointSecret) return [...opened, { failed: 'secret_unresolved' }];
  if (!isSignedWith(jws, endpointSecret)) return [...opened, { failed: 'other_signature' }];
  const claims = claimsOf(jws);
  if (!claims) return [...opened, passed, { failed: 'no_object' }];
  const signed = [...opened, passed, passed];
  const nowSeconds = now.getTime() / 1000;
  const expiry = expiryVerdict(claims.exp, nowSeconds);
  if (expiry !== 'valid') return [...signed, { failed: expiry }];
  const timed = [...signed, noteIf(claims.exp === undefined, 'never_expires')];
  const start = startVerdict(claims.nbf, nowSeconds);
  if (start !== 'valid') return [...timed, { failed: start }];
  const started = [...timed, noteIf(claims.nbf === undefined, 'absent')];
  return [...started, issuerFinding(claims.iss, endpointKey)];
}

const noteIf = (isSo: boolean, note: string): Finding => (isSo ? { note } : passed);

function issuerFinding(iss: unknown, key: string | undefined): Finding {
  if (!key) return { failed: 'key_unresolved' };
  if (typeof iss !== 'string') return { failed: 'no_issuer' };
  return isSameText(iss, key) ? passed : { failed: 'other_issuer' };
}
