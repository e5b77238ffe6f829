import type { OAuthContext } from '../../core/oauth/index.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';

/** What the OAuth server gets from the one who wires the product together. */
export interface OAuthOptions {
  readonly context: OAuthContext;
  readonly limiter: RateLimiter;
}
