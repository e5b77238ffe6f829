import { maxFormBytes } from '../pages/form.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';
import { doChangePassword, doDeleteClient, doEndSession, doRemoveApp, showAccount } from './account.ts';
import { doForgotten, showForgotten } from './forgotten.ts';
import { renderSignInError } from './render-error.ts';
import { doSetPassword, showSetPassword } from './set-password.ts';
import { doSignIn, showSignIn } from './sign-in.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { doSignOut } from './sign-out.ts';

const toSignIn = openToAll('used before sign-in');
const byLink = openToAll('requires a password link');
const toLeave = openToAll('signing out needs no permission');

export const signInSurface = (options: SignInOptions): Surface => ({
  name: 'sign-in',
  checks: [],
  routes: [
    { method: 'GET', path: '/sign-in', permission: toSignIn, handler: showSignIn(options) },
    { method: 'POST', path: '/sign-in', permission: toSignIn, handler: doSignIn(options) },
    { method: 'POST', path: '/sign-out', permission: toLeave, handler: doSignOut(options) },
    { method: 'GET', path: '/forgotten', permission: toSignIn, handler: showForgotten(options) },
    { method: 'POST', path: '/forgotten', permission: toSignIn, handler: doForgotten(options) },
    { method: 'GET', path: '/set-password', permission: byLink, handler: showSetPassword(options) },
    { method: 'POST', path: '/set-password', permission: byLink, handler: doSetPassword(options) },
    { method: 'GET', path: '/account', permission: 'sessions.manage', handler: showAccount(options) },
    {
      method: 'POST',
      path: '/account/password',
      permission: 'password.change',
      handler: doChangePassword(options),
    },
    {
      method: 'POST',
      path: '/account/end-session',
      permission: 'sessions.manage',
      handler: doEndSession(options),
    },
    {
      method: 'POST',
      path: '/account/remove-app',
      permission: 'grants.manage',
      handler: doRemoveApp(options),
    },
    {
      method: 'POST',
      path: '/account/delete-client',
      permission: 'api_clients.manage',
      handler: doDeleteClient(options),
    },
  ],
  bodyBytes: maxFormBytes,
  renderError: renderSignInError,
});
