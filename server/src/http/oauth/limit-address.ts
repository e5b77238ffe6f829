import { HarkError } from '../../lib/errors.ts';
import type { Check } from '../request/check.ts';
import type { OAuthOptions } from './oauth-options.ts';

const perMinute = 600;

/** Which of the two ceilings a path counts against. */
const ceilings: ReadonlyMap<string, 'authorize' | 'token'> = new Map([
  ['/oauth2/authorize', 'authorize'],
  ['/oauth2/consent', 'authorize'],
  ['/oauth2/token', 'token'],
  ['/oauth2/revoke', 'token'],
]);

/** Check: 600 requests a minute per IP address to authorize, and as many to token (spec/oauth §6). */
export const limitAddress =
  ({ limiter }: Pick<OAuthOptions, 'limiter'>): Check =>
  async (request) => {
    const ceiling = ceilings.get(request.routeOptions.url ?? '');
    if (ceiling === undefined || request.method === 'OPTIONS') return;
    const allowance = { perMinute, burst: perMinute };
    const { isAllowed, retryAfterMs } = await limiter.take(`oauth-${ceiling}:${request.ip}`, allowance);
    if (isAllowed) return;
    throw new HarkError(
      'too-many',
      'too_many_requests',
      `More than ${perMinute} requests a minute come from your address. Wait a moment, then go on more slowly.`,
      { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) },
    );
  };
