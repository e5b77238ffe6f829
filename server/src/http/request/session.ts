import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { findSession, type Session, type StartedSession } from '../../core/sessions/index.ts';
import { type Form, foreignForm, requireOwnOrigin } from '../pages/form.ts';
import { escapeHtml } from '../pages/html.ts';
import { ownPath } from '../pages/own-path.ts';
import { workspaceOf } from './workspace-by-host.ts';

/** Hark never sets longer values. */
const longest = 200;

const isSecure = (request: FastifyRequest) => workspaceOf(request).baseUrl.startsWith('https:');

/** With `__Host-`, browsers reject the cookie without Secure, with a Domain, or set by a sibling host. */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-hark_${name}` : `hark_${name}`;

/** An empty value counts as missing. */
function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${nameOf(request, name)}=`;
  const pair = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return value === '' || value.length > longest ? undefined : value;
}

/** Hidden from scripts and not sent cross-site; without a lifetime it is a session cookie. */
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

/** The signed-in user of a browser, and the token that its forms must contain. */
export interface SignedIn {
  readonly session: Session;
  readonly formToken: string;
}

const sessionCookie = 'session';
const visitorCookie = 'visitor';
const deviceCookie = 'device';

/** The live session of a request. Never cached. */
export async function signedInOf(context: Context, request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = heldSession(request);
  if (token === undefined) return undefined;
  const session = await findSession(context, workspaceOf(request), token);
  return session && { session, formToken: formTokenFor(token) };
}

/** The browser's session cookie, valid or not. */
export const heldSession = (request: FastifyRequest): string | undefined =>
  readCookie(request, sessionCookie);

/** Identifies a browser that has signed in before. */
export const heldDevice = (request: FastifyRequest): string | undefined => readCookie(request, deviceCookie);

/** Gives the browser its new session and drops the previous one. */
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

/** Redirects to the sign-in page, which returns to `path`, by default the requested URL. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply, path = request.url): FastifyReply {
  const returnTo = ownPath(path);
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  return reply.redirect(`/sign-in${query}`, 303);
}

/** The form token of a browser without a session. Sets a cookie to bind it to. */
export function visitorFormToken(request: FastifyRequest, reply: FastifyReply): string {
  const known = readCookie(request, visitorCookie);
  if (known !== undefined) return formTokenFor(known);
  const value = randomBytes(32).toString('base64url');
  setCookie(request, reply, visitorCookie, value);
  return formTokenFor(value);
}

/** Rejects a form that did not come from a page sent to this browser before sign-in. */
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
 * Derived from this browser's cookie, so it is useless elsewhere and ends with the session. The cookie is
 * random enough to be the key; without the installation's key, forms survive a key rotation.
 */
const formTokenFor = (held: string): string =>
  createHmac('sha256', held).update('hark form token').digest('base64url');
