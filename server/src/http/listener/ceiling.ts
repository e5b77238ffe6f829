import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { RateLimiter, RateVerdict } from '../../lib/token-bucket.ts';

/** Counts a request against the ceiling of a workspace's listeners (decisions 3). @returns the refusal of one too many */
export function findCeiling(
  limiter: RateLimiter,
  workspace: WorkspaceId,
  perSecond: number,
): HarkError | undefined | Promise<HarkError | undefined> {
  const allowance = { perMinute: perSecond * 60, burst: perSecond };
  const refusalOf = (verdict: RateVerdict) => (verdict.isAllowed ? undefined : refuse(perSecond, verdict));
  const counted = limiter.take(`listener:${workspace}`, allowance);
  return counted instanceof Promise ? counted.then(refusalOf) : refusalOf(counted);
}

function refuse(perSecond: number, { retryAfterMs }: RateVerdict): HarkError {
  return new HarkError(
    'too-many',
    'listener_limited',
    `The listeners of this workspace take ${perSecond} requests a second. Wait a moment, then go on more slowly.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  );
}
