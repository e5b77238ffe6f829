import type { FastifyRequest } from 'fastify';
import type { Check } from '../check.ts';
import { sendNotFoundPage } from '../not-found-page.ts';
import { findCredential } from './credential.ts';

/** The credential of a request, read anew: it is kept nowhere. */
export const credentialOf = ({ raw, query }: FastifyRequest, isBehindProxy: boolean) =>
  findCredential(raw.rawHeaders, query as Readonly<Record<string, unknown>>, isBehindProxy);

/**
 * Check: without a credential the API stays hidden, and the caller gets an HTML page (spec/rest-api §1.4).
 */
export const requireCredential =
  (isBehindProxy: boolean): Check =>
  async (request, reply) => {
    if (!credentialOf(request, isBehindProxy)) return sendNotFoundPage(reply, 'no-credential');
  };
