import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { RateLimiter } from '../../lib/token-bucket.ts';

/** Counts a request against the ceiling of a workspace's listeners (decisions 3). @returns the refusal of one too many */
export async function findCeiling(
  limiter: RateLimiter,
  workspace: WorkspaceId,
  perSecond: number,
): Promise<HarkError | undefined> {
  const allowance = { perMinute: perSecond * 60, burst: perSecond };
  const { isAllowed, retryAfterMs } = await limiter.take(`listener:${workspace}`, allowance);
  if (isAllowed) return undefined;
  return new HarkError(
    'too-many',
    'listener_limited',
    `The listeners of this workspace take ${perSecond} requests a second. Wait a moment, then go on more slowly.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  );
}
