import type { Surface } from '../surface.ts';
import { renderApiError } from './render-error.ts';
import { requireCredential } from './require-credential.ts';

/** The REST API (seed 4.2). The checks are in the order of decisions 6.1. */
export const apiSurface = ({ isBehindProxy }: { isBehindProxy: boolean }): Surface => ({
  name: 'api',
  prefix: '/api',
  checks: [requireCredential(isBehindProxy)],
  routes: [],
  renderError: renderApiError,
});
