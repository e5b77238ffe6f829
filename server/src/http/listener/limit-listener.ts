import { HarkError } from '../../lib/errors.ts';
import type { Check } from '../surface.ts';
import type { ListenerOptions } from './listener-options.ts';

/**
 * Check: the ceiling of a workspace's listeners (decisions 3), after the checks, so that refused callers use up nothing, and before
 * the body is read.
 */
export const limitListener =
  ({ limiter }: ListenerOptions): Check =>
  async ({ asked, is404 }) => {
    if (!asked || is404) return;
    const { listener_limit_per_second: perSecond } = asked.compiled;
    const allowance = { perMinute: perSecond * 60, burst: perSecond };
    const { isAllowed, retryAfterMs } = await limiter.take(`listener:${asked.workspace.id}`, allowance);
    if (isAllowed) return;
    throw new HarkError(
      'too-many',
      'listener_limited',
      `The listeners of this workspace take ${perSecond} requests a second. Wait a moment, then go on more slowly.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
    );
  };
