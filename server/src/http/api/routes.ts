import type { Context } from '../../core/context/index.ts';
import type { RateLimiter } from '../../lib/token-bucket.ts';
import type { Surface } from '../surface.ts';
import { authenticateCaller } from './authenticate.ts';
import { listFields } from './leads/list-fields.ts';
import { limitRate } from './limit-rate.ts';
import { renderApiError } from './render-error.ts';
import { requireCredential } from './require-credential.ts';
import { showSelf } from './users/show-self.ts';

interface ApiOptions {
  readonly contextOf: () => Context;
  readonly limiter: RateLimiter;
  readonly isBehindProxy: boolean;
}

/** The REST API (seed 4.2). The order of its checks is the order of decisions 6.1. */
export const apiSurface = ({ contextOf, limiter, isBehindProxy }: ApiOptions): Surface => ({
  name: 'api',
  prefix: '/api',
  checks: [
    requireCredential(isBehindProxy),
    authenticateCaller(contextOf, isBehindProxy),
    limitRate(limiter),
  ],
  routes: [
    { method: 'GET', path: '/users/self', permission: 'profile.view', handler: showSelf },
    {
      method: 'GET',
      path: '/leads/list/fields',
      permission: 'lead_fields.view',
      handler: listFields(contextOf),
    },
  ],
  renderError: renderApiError,
});
