import type { CompiledListener } from '../../core/listeners/index.ts';
import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { RateVerdict, RefundingLimiter } from '../../lib/limits/token-bucket.ts';

const minutesOfDay = 1_440;

type Ceilings = Pick<CompiledListener, 'id' | 'listener_limit_per_second' | 'listener_limit_per_day'>;

export interface Counted {
  readonly remaining: number;
  readonly refusal: HarkError | undefined;
  /** Reverses the count, for a request that was checked against outdated settings. */
  giveBack(): void;
}

/**
 * Counts the request, first against the rate limit for all the workspace's listeners (spec/listeners §9), then
 * against the listener's own daily limit (docs/design/fairness-and-limits.md).
 */
export function countRequest(
  limiter: RefundingLimiter,
  workspace: WorkspaceId,
  { id, listener_limit_per_second: perSecond, listener_limit_per_day: perDay }: Ceilings,
): Counted | Promise<Counted> {
  const [second, day] = [
    { perMinute: perSecond * 60, burst: perSecond },
    { perMinute: perDay / minutesOfDay, burst: perDay },
  ];
  // The limit is part of the key, so changing a listener's daily limit starts a new count.
  const fuse = `listener:${workspace}:${id}:${perDay}`;
  const shared = `listener:${workspace}`;
  const nothingTaken = () => {};
  return after(limiter.take(shared, second), (verdict) => {
    const { remaining } = verdict;
    if (!verdict.isAllowed) return { remaining, refusal: refuse(perSecond, verdict), giveBack: nothingTaken };
    return after(limiter.take(fuse, day), (daily) => {
      const giveBackShared = () => limiter.giveBack(shared, second);
      if (daily.isAllowed) {
        const giveBack = () => {
          giveBackShared();
          limiter.giveBack(fuse, day);
        };
        return { remaining, refusal: undefined, giveBack };
      }
      // A listener over its daily limit must not use up the limit that all listeners share.
      giveBackShared();
      return { remaining, refusal: refuseForDay(perDay, daily), giveBack: nothingTaken };
    });
  });
}

/** Calls `next` synchronously if the value is already available, because most requests never wait for a limiter. */
const after = <Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> => (value instanceof Promise ? value.then(next) : next(value));

const wait = ({ retryAfterMs }: RateVerdict) => ({
  retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
});

const refuse = (perSecond: number, verdict: RateVerdict): HarkError =>
  new HarkError(
    'too-many',
    'listener_limited',
    `Rate limit reached: the listeners of this workspace accept ${perSecond} requests per second. Wait a moment, then send more slowly.`,
    wait(verdict),
  );

const refuseForDay = (perDay: number, verdict: RateVerdict): HarkError =>
  new HarkError(
    'too-many',
    'listener_day_used_up',
    `Daily limit of ${perDay} requests reached for this listener. Check for a loop of calls, or raise listener_limit_per_day.`,
    wait(verdict),
  );
