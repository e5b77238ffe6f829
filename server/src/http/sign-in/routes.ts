import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxFormBytes } from '../base/form.ts';
import { pathOf } from '../base/request-target.ts';
import { openToAll, type Route } from '../request/route-table.ts';
import { sendToSignIn, signedInOf } from '../request/session.ts';
import type { Surface } from '../request/surface.ts';
import { beginConfirmPasskey, doConfirm, doConfirmPasskey, showConfirm } from './confirm.ts';
import { doForgotten, showForgotten } from './forgotten.ts';
import { beginPasskeyStep, doPasskeyStep } from './passkey-sign-in.ts';
import { renderSignInError } from './render-error.ts';
import {
  beginNewPasskey,
  doNewApp,
  doNewPasskey,
  doRenewCodes,
  showNewApp,
  showNewPasskey,
  showRenewCodes,
  showSecondFactor,
} from './second-factor.ts';
import { doSecondStep, showSecondStep } from './second-step.ts';
import { doSetPassword, showSetPassword } from './set-password.ts';
import { doSignIn, showSignIn } from './sign-in.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { doSignOut } from './sign-out.ts';
import { doBackChannelLogout } from './single-sign-on/logout.ts';
import { finishSingleSignOn, type SsoOptions, startSingleSignOn } from './single-sign-on/sso.ts';
import { doUndoFactor, showUndoFactor } from './undo-factor.ts';

const toSignIn = openToAll('used before sign-in');
const byLink = openToAll('requires a password link');
const byUndoLink = openToAll('requires the link from the email about a new second factor');
const toLeave = openToAll('signing out needs no permission');

/** `GET /account`: the previous URL of the account page, which is in the console now. */
const showAccount =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const page = `/settings/account${request.url.slice(pathOf(request.url).length)}`;
    return (await signedInOf(context, request))
      ? reply.redirect(page, 303)
      : sendToSignIn(request, reply, page);
  };

const signInRoutes = (options: SsoOptions): Route[] => [
  { method: 'GET', path: '/sign-in', permission: toSignIn, handler: showSignIn(options) },
  { method: 'POST', path: '/sign-in', permission: toSignIn, handler: doSignIn(options) },
  { method: 'GET', path: '/sign-in/second-step', permission: toSignIn, handler: showSecondStep(options) },
  { method: 'POST', path: '/sign-in/second-step', permission: toSignIn, handler: doSecondStep(options) },
  {
    method: 'POST',
    path: '/sign-in/passkey/options',
    permission: toSignIn,
    handler: beginPasskeyStep(options),
  },
  { method: 'POST', path: '/sign-in/passkey', permission: toSignIn, handler: doPasskeyStep(options) },
  { method: 'GET', path: '/sign-in/sso', permission: toSignIn, handler: startSingleSignOn(options) },
  {
    method: 'GET',
    path: '/sign-in/sso/callback',
    permission: toSignIn,
    handler: finishSingleSignOn(options),
  },
  {
    method: 'POST',
    path: '/sign-in/sso/logout',
    permission: openToAll('requires a logout token that the identity provider has signed'),
    handler: doBackChannelLogout(options),
  },
];

const secondFactorRoutes = (options: SsoOptions): Route[] => [
  {
    method: 'GET',
    path: '/second-factor',
    permission: 'second_factors.manage',
    handler: showSecondFactor(options),
  },
  {
    method: 'GET',
    path: '/second-factor/app',
    permission: 'second_factors.manage',
    handler: showNewApp(options),
  },
  {
    method: 'POST',
    path: '/second-factor/app',
    permission: 'second_factors.manage',
    handler: doNewApp(options),
  },
  {
    method: 'GET',
    path: '/second-factor/passkey',
    permission: 'second_factors.manage',
    handler: showNewPasskey(options),
  },
  {
    method: 'POST',
    path: '/second-factor/passkey/options',
    permission: 'second_factors.manage',
    handler: beginNewPasskey(options),
  },
  {
    method: 'POST',
    path: '/second-factor/passkey',
    permission: 'second_factors.manage',
    handler: doNewPasskey(options),
  },
  {
    method: 'GET',
    path: '/second-factor/recovery-codes',
    permission: 'second_factors.manage',
    handler: showRenewCodes(options),
  },
  {
    method: 'POST',
    path: '/second-factor/recovery-codes',
    permission: 'second_factors.manage',
    handler: doRenewCodes(options),
  },
  { method: 'GET', path: '/second-factor/undo', permission: byUndoLink, handler: showUndoFactor(options) },
  { method: 'POST', path: '/second-factor/undo', permission: byUndoLink, handler: doUndoFactor(options) },
];

const confirmRoutes = (options: SsoOptions): Route[] => [
  { method: 'GET', path: '/confirm', permission: 'sessions.manage', handler: showConfirm(options) },
  { method: 'POST', path: '/confirm', permission: 'sessions.manage', handler: doConfirm(options) },
  {
    method: 'POST',
    path: '/confirm/passkey/options',
    permission: 'sessions.manage',
    handler: beginConfirmPasskey(options),
  },
  {
    method: 'POST',
    path: '/confirm/passkey',
    permission: 'sessions.manage',
    handler: doConfirmPasskey(options),
  },
];

export const signInSurface = (options: SsoOptions): Surface => ({
  name: 'sign-in',
  checks: [],
  routes: [
    ...signInRoutes(options),
    ...secondFactorRoutes(options),
    ...confirmRoutes(options),
    { method: 'POST', path: '/sign-out', permission: toLeave, handler: doSignOut(options) },
    { method: 'GET', path: '/forgotten', permission: toSignIn, handler: showForgotten(options) },
    { method: 'POST', path: '/forgotten', permission: toSignIn, handler: doForgotten(options) },
    { method: 'GET', path: '/set-password', permission: byLink, handler: showSetPassword(options) },
    { method: 'POST', path: '/set-password', permission: byLink, handler: doSetPassword(options) },
    { method: 'GET', path: '/account', permission: 'sessions.manage', handler: showAccount(options) },
  ],
  bodyBytes: maxFormBytes,
  renderError: renderSignInError,
});
