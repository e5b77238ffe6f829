import type { OAuthContext } from '../../core/oauth/index.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';

export interface OAuthOptions {
  readonly context: OAuthContext;
  readonly limiter: RateLimiter;
}
