import type { FastifyRequest } from 'fastify';
import type { Credential } from '../../core/access/index.ts';
import { authorizationsOf, bearerIn, refuseTwo } from '../request/bearer.ts';

/** Reads a bearer token only. An API key in a header or in the URL is ignored (spec/agents §1.1). */
export function agentCredentialOf({ raw }: FastifyRequest): Credential | undefined {
  const authorizations = authorizationsOf(raw.rawHeaders);
  const value = bearerIn(authorizations);
  if (value === undefined) return undefined;
  refuseTwo(authorizations);
  return { type: 'bearer', value };
}
