import type { FastifyReply, FastifyRequest } from 'fastify';
import { workspaceOf } from './workspace-by-host.ts';

/** Longer values are none of ours. */
const longest = 200;

const isSecure = (request: FastifyRequest) => workspaceOf(request).baseUrl.startsWith('https:');

/** `__Host-` makes browsers refuse the cookie without Secure, with a Domain, or set by a neighbouring host. */
const nameOf = (request: FastifyRequest, name: string) =>
  isSecure(request) ? `__Host-hark_${name}` : `hark_${name}`;

/** The value of a cookie of ours; an empty one is none. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${nameOf(request, name)}=`;
  const pair = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(wanted));
  const value = pair?.slice(wanted.length) ?? '';
  return value === '' || value.length > longest ? undefined : value;
}

/** Sets a cookie that scripts do not see and other sites do not send; without an end it goes with the browser. */
export function setCookie(
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

export const clearCookie = (request: FastifyRequest, reply: FastifyReply, name: string): void =>
  setCookie(request, reply, name, '', new Date(0));
