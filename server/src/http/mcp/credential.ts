import type { FastifyRequest } from 'fastify';
import type { Credential } from '../../core/access/index.ts';
import { authorizationsOf, bearerIn, refuseTwo } from '../bearer.ts';

/** Bearer only (decisions 8): a key in a header or in the address is not looked at. */
export function agentCredentialOf({ raw }: FastifyRequest): Credential | undefined {
  const authorizations = authorizationsOf(raw.rawHeaders);
  const value = bearerIn(authorizations);
  if (value === undefined) return undefined;
  refuseTwo(authorizations);
  return { type: 'bearer', value };
}
