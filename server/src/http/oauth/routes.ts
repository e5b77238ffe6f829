import { HarkError } from '../../lib/errors.ts';
import { maxFormBytes } from '../base/form.ts';
import type { Check } from '../request/check.ts';
import { openToAll, type Route } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';
import { authorizeHandler, consentHandler } from './authorize.ts';
import { allowCrossOrigin, preflight } from './cross-origin.ts';
import { discoveryPaths, discoveryRoutes } from './discovery.ts';
import type { OAuthOptions } from './oauth-options.ts';
import { renderOauthError } from './render-error.ts';
import { revokeHandler, tokenHandler } from './token.ts';

const perMinute = 600;

/** The rate limit that each path counts against. */
const limits: ReadonlyMap<string, 'authorize' | 'token'> = new Map([
  ['/oauth2/authorize', 'authorize'],
  ['/oauth2/consent', 'authorize'],
  ['/oauth2/token', 'token'],
  ['/oauth2/revoke', 'token'],
]);

/** Check: allows 600 requests per minute and IP address to authorize, and 600 to token (spec/oauth §6). */
const limitAddress =
  ({ limiter }: Pick<OAuthOptions, 'limiter'>): Check =>
  async (request) => {
    const limit = limits.get(request.routeOptions.url ?? '');
    if (limit === undefined || request.method === 'OPTIONS') return;
    const allowance = { perMinute, burst: perMinute };
    const { isAllowed, retryAfterMs } = await limiter.take(`oauth-${limit}:${request.ip}`, allowance);
    if (isAllowed) return;
    throw new HarkError(
      'too-many',
      'too_many_requests',
      `Your IP address sends more than ${perMinute} requests per minute. Wait a moment, then send more slowly.`,
      { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) },
    );
  };

/** The OAuth server (spec/oauth §2, §4, §5). */
const serverRoutes = (options: OAuthOptions): Route[] => [
  {
    method: 'GET',
    path: '/authorize',
    permission: openToAll('the request is validated before the user signs in'),
    handler: authorizeHandler(options),
  },
  { method: 'POST', path: '/consent', permission: 'grants.manage', handler: consentHandler(options) },
  {
    method: 'POST',
    path: '/token',
    permission: openToAll('the presented code or token is the credential'),
    handler: tokenHandler(options),
  },
  preflight('/token', 'POST'),
  {
    method: 'POST',
    path: '/revoke',
    permission: openToAll('the presented code or token is the credential'),
    handler: revokeHandler(options),
  },
  preflight('/revoke', 'POST'),
];

const crossOriginPaths = new Set([
  '/oauth2/token',
  '/oauth2/revoke',
  ...discoveryPaths.map((path) => `/.well-known${path}`),
]);

/** The OAuth server and its discovery documents. They have two prefixes but the same rules. */
export const oauthSurfaces = (options: OAuthOptions): Surface[] =>
  [
    { prefix: '/oauth2', routes: serverRoutes(options) },
    { prefix: '/.well-known', routes: discoveryRoutes },
  ].map((part) => ({
    name: 'oauth',
    checks: [allowCrossOrigin(crossOriginPaths), limitAddress(options)],
    bodyBytes: maxFormBytes,
    renderError: renderOauthError,
    ...part,
  }));
