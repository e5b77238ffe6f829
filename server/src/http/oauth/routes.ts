import type { Surface } from '../surface.ts';
import { renderOauthError } from './render-error.ts';

/** The OAuth server and its discovery documents (seed 4.3): two addresses, one set of rules. */
export const oauthSurfaces = (): Surface[] =>
  ['/oauth2', '/.well-known'].map((prefix) => ({
    name: 'oauth',
    prefix,
    checks: [],
    routes: [],
    renderError: renderOauthError,
  }));
