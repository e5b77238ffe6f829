import type { RateUse } from '../../core/access/index.ts';
import { HarkError } from '../../lib/errors.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';
import { authenticatedOf } from './authenticated.ts';
import type { Check } from './check.ts';

/**
 * Check: enforces the workspace's rate limit across all its credentials (spec/rest-api §8). The key is only the
 * workspace's ID, so callers can't raise the limit. The headers follow the IETF draft for RateLimit fields.
 */
export const limitRate =
  (limiter: RateLimiter, use: RateUse): Check =>
  async (request, reply) => {
    const { principal, settings } = authenticatedOf(request);
    const { rate_limit_per_minute: perMinute, rate_limit_burst: burst } = settings;
    const verdict = await limiter.take(`api:${principal.workspace.id}`, { perMinute, burst });
    use.count(principal, verdict, new Date());
    const retryAfterSeconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000));
    reply.header('ratelimit-policy', `"workspace";q=${perMinute};w=60`);
    reply.header(
      'ratelimit',
      `"workspace";r=${verdict.remaining};t=${verdict.isAllowed ? 0 : retryAfterSeconds}`,
    );
    if (verdict.isAllowed) return;
    throw new HarkError(
      'too-many',
      'rate_limited',
      `The rate limit of ${perMinute} requests per minute for this workspace is exceeded. Wait ${retryAfterSeconds} s, then send more slowly.`,
      { retryAfterSeconds },
    );
  };
