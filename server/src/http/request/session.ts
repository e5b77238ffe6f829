import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { findSession, type Session, type StartedSession } from '../../core/sessions/index.ts';
import { type Form, foreignForm, requireOwnOrigin } from '../pages/form.ts';
import { escapeHtml } from '../pages/html.ts';
import { ownPath } from '../pages/own-path.ts';
import { workspaceOf } from './workspace-by-host.ts';

/** Longer values are none of ours. */
const longest = 200;

const isSecure = (request: FastifyRequest) => workspaceOf(request).baseUrl.startsWith('https:');

/** `__Host-` makes browsers refuse the cookie without Secure, with a Domain, or set by a neighbouring host. */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-hark_${name}` : `hark_${name}`;

/** The value of a cookie of ours; an empty one is none. */
function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${nameOf(request, name)}=`;
  const pair = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return value === '' || value.length > longest ? undefined : value;
}

/** Sets a cookie that scripts do not see and other sites do not send; without an end it goes with the browser. */
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

/** Who is signed in in the browser that sent a request, and what its forms must carry. */
export interface SignedIn {
  readonly session: Session;
  readonly formToken: string;
}

const sessionCookie = 'session';
const visitorCookie = 'visitor';
const deviceCookie = 'device';

/** The live session of a request; read anew every time. */
export async function signedInOf(context: Context, request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = heldSession(request);
  if (token === undefined) return undefined;
  const session = await findSession(context, workspaceOf(request), token);
  return session && { session, formToken: formTokenFor(token) };
}

/** What the browser holds of a session, live or not. */
export const heldSession = (request: FastifyRequest): string | undefined =>
  readCookie(request, sessionCookie);

/** The cookie by which a browser is known that signed in before. */
export const heldDevice = (request: FastifyRequest): string | undefined => readCookie(request, deviceCookie);

/** Gives the browser its new session; what it held before is forgotten. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, endsAt, device }: StartedSession,
) {
  setCookie(request, reply, sessionCookie, token, endsAt);
  setCookie(request, reply, deviceCookie, device.value, device.expiresAt);
  clearCookie(request, reply, visitorCookie);
}

/** Takes the session out of the browser. */
export const dropSession = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, sessionCookie);

/** Sends the browser to the sign-in page, from where it comes back to `path`, or to what it asked for. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply, path = request.url): FastifyReply {
  const returnTo = ownPath(path);
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  return reply.redirect(`/sign-in${query}`, 303);
}

/** What the forms of a browser must carry in which nobody is signed in; gives it something to be known by. */
export function visitorFormToken(request: FastifyRequest, reply: FastifyReply): string {
  const known = readCookie(request, visitorCookie);
  if (known !== undefined) return formTokenFor(known);
  const value = randomBytes(32).toString('base64url');
  setCookie(request, reply, visitorCookie, value);
  return formTokenFor(value);
}

/** Refuses a form that did not come from a page given to this browser, before anybody signed in. */
export function requireVisitorForm(request: FastifyRequest, form: Form): void {
  const known = readCookie(request, visitorCookie);
  if (known === undefined) throw foreignForm();
  requireOwnForm(request, form, formTokenFor(known));
}

/** Refuses a form that does not carry this token, or comes from another site. */
export function requireOwnForm(request: FastifyRequest, form: Form, formToken: string): void {
  requireOwnOrigin(request);
  const sent = Buffer.from(form.get('form_token') ?? '');
  const wanted = Buffer.from(formToken);
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw foreignForm();
}

/** The hidden input that carries it. */
export const formTokenInput = (formToken: string) =>
  `<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">`;

/**
 * Bound to what only this browser holds: of no use to any other, and gone with the session. That is secret and random enough to be the
 * key itself; without the installation's, a form outlives a change of it.
 */
const formTokenFor = (held: string): string =>
  createHmac('sha256', held).update('hark form token').digest('base64url');
