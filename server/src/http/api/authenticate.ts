import type { FastifyRequest } from 'fastify';
import { requireRestAccess } from '../../core/access/index.ts';
import { sendNotFoundPage } from '../pages/not-found-page.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Check } from '../request/check.ts';
import { findCredential } from './credential.ts';

/** The credential of a request. It is read again each time, and stored nowhere. */
export const credentialOf = ({ raw, query }: FastifyRequest, isBehindProxy: boolean) =>
  findCredential(raw.rawHeaders, query as Readonly<Record<string, unknown>>, isBehindProxy);

/** Check: without a credential the API doesn't reveal itself, and the caller gets a page (spec/rest-api §1.4). */
export const requireCredential =
  (isBehindProxy: boolean): Check =>
  (request, reply) =>
    credentialOf(request, isBehindProxy) ? undefined : sendNotFoundPage(reply, 'no-credential');

/** Check: the credential (401), then whether the role has access to the API (403), in this order (spec/rest-api §2). */
export const authenticateCaller: Check = (request) => requireRestAccess(authenticatedOf(request).principal);
