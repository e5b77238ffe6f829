import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { findAnySession, findSession, type Session, type StartedSession } from '../../core/sessions/index.ts';
import type { SignInRequest } from '../../core/sign-in/index.ts';
import type { Browser } from '../../core/sign-in-flows/index.ts';
import { type Form, foreignForm, requireOwnOrigin } from '../base/form.ts';
import { ownPath } from '../base/own-path.ts';
import { escapeHtml } from '../pages/html.ts';
import { visitorOf } from './visitor.ts';
import { workspaceOf } from './workspace-by-host.ts';

/** Hark never sets longer cookie values. */
const longest = 200;

const isSecure = (request: FastifyRequest) => workspaceOf(request).baseUrl.startsWith('https:');

/**
 * Returns the cookie's name. The `__Host-` prefix makes browsers reject the cookie if it lacks Secure, has a
 * Domain, or was set by a sibling host.
 */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-hark_${name}` : `hark_${name}`;

/** Reads a cookie. An empty value counts as missing. */
function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${nameOf(request, name)}=`;
  const pair = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return value === '' || value.length > longest ? undefined : value;
}

/**
 * Sets a cookie that is hidden from scripts and isn't sent cross-site. Without a lifetime it is a session
 * cookie.
 */
function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  expires?: Date,
): void {
  const parts = [`${nameOf(request, name)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isSecure(request)) parts.push('Secure');
  if (expires) parts.push(`Expires=${expires.toUTCString()}`);
  reply.header('set-cookie', parts.join('; '));
}

const clearCookie = (request: FastifyRequest, reply: FastifyReply, name: string): void =>
  setCookie(request, reply, name, '', new Date(0));

/** A browser's signed-in user, and the token that its forms must contain. */
export interface SignedIn {
  readonly session: Session;
  readonly formToken: string;
}

const sessionCookie = 'session';
const visitorCookie = 'visitor';
const deviceCookie = 'device';

/** Returns the request's session if it is still valid. It is never cached. */
export const signedInOf = (context: Context, request: FastifyRequest): Promise<SignedIn | undefined> =>
  signedInBy(findSession, context, request);

/** Returns the request's session, even if a required second factor is still missing. */
export const anySignedInOf = (context: Context, request: FastifyRequest): Promise<SignedIn | undefined> =>
  signedInBy(findAnySession, context, request);

async function signedInBy(
  find: typeof findSession,
  context: Context,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = heldSession(request);
  if (token === undefined) return undefined;
  const session = await find(context, workspaceOf(request), token);
  return session && { session, formToken: formTokenFor(token) };
}

/** Identifies the browser of a signed-in user between two steps. */
export const signedInBrowser = (request: FastifyRequest): Browser => ({
  workspace: workspaceOf(request).id,
  cookie: heldSession(request),
});

/** Returns who asks to sign in: the workspace, the visitor and their browser. */
export const signInRequestOf = (request: FastifyRequest): SignInRequest => ({
  workspace: workspaceOf(request),
  visitor: visitorOf(request),
  held: heldSession(request),
  browser: { workspace: workspaceOf(request).id, cookie: readCookie(request, visitorCookie) },
});

/** Returns the browser's session cookie, valid or not. */
export const heldSession = (request: FastifyRequest): string | undefined =>
  readCookie(request, sessionCookie);

/** Identifies a browser that has signed in before. */
export const heldDevice = (request: FastifyRequest): string | undefined => readCookie(request, deviceCookie);

/** Sets the browser's new session cookie and removes the previous one. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, endsAt, device }: StartedSession,
) {
  setCookie(request, reply, sessionCookie, token, endsAt);
  setCookie(request, reply, deviceCookie, device.value, device.expiresAt);
  clearCookie(request, reply, visitorCookie);
}

export const dropSession = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, sessionCookie);

/** Redirects to the sign-in page. After sign-in, the user returns to `path`; the default is the requested URL. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply, path = request.url): FastifyReply {
  const returnTo = ownPath(path);
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  return reply.redirect(`/sign-in${query}`, 303);
}

/** Redirects to the page on which a signed-in user confirms who they are. They return to `path`. */
export const sendToConfirm = (reply: FastifyReply, path: string | undefined): FastifyReply =>
  reply.redirect(`/confirm?${new URLSearchParams({ return_to: ownPath(path) ?? '/' })}`, 303);

/** Identifies a browser without a session between two steps. Sets a cookie if it has none. */
export function visitorBrowser(request: FastifyRequest, reply: FastifyReply): Browser {
  return { workspace: workspaceOf(request).id, cookie: visitorOfBrowser(request, reply) };
}

/** Returns the form token for a browser without a session. Sets a cookie that the token is bound to. */
export function visitorFormToken(request: FastifyRequest, reply: FastifyReply): string {
  return formTokenFor(visitorOfBrowser(request, reply));
}

function visitorOfBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const known = readCookie(request, visitorCookie);
  if (known !== undefined) return known;
  const value = randomBytes(32).toString('base64url');
  setCookie(request, reply, visitorCookie, value);
  return value;
}

/** Rejects a form unless it came from a page that was sent to this browser before sign-in. */
export function requireVisitorForm(request: FastifyRequest, form: Form): void {
  const known = readCookie(request, visitorCookie);
  if (known === undefined) throw foreignForm();
  requireOwnForm(request, form, formTokenFor(known));
}

/** Rejects a form without this token, or from another site. */
export function requireOwnForm(request: FastifyRequest, form: Form, formToken: string): void {
  requireOwnOrigin(request);
  const sent = Buffer.from(form.get('form_token') ?? '');
  const wanted = Buffer.from(formToken);
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw foreignForm();
}

export const formTokenInput = (formToken: string) =>
  `<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">`;

/**
 * Derives the form token from this browser's cookie, so it is useless elsewhere and expires with the session.
 * The cookie is random enough to be the key. The installation's key isn't used, so forms survive a key
 * rotation.
 */
const formTokenFor = (held: string): string =>
  createHmac('sha256', held).update('hark form token').digest('base64url');
