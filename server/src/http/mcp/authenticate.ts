import type { FastifyRequest } from 'fastify';
import { type Authenticated, asAgent, requireAgentAccess } from '../../core/access/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Check } from '../request/check.ts';
import { agentCredentialOf } from './credential.ts';

/** Check: first the token (401), then the permission to connect agents (403) (spec/agents §1.1, §1.2). */
export const authenticateAgent: Check = (request) => {
  if (!agentCredentialOf(request)) {
    throw new HarkError(
      'unauthenticated',
      'invalid_token',
      'Send `Authorization: Bearer` with an access token for the agent server: the token of an API client with scope mcp, or one from the OAuth flow.',
    );
  }
  requireAgentAccess(authenticatedOf(request).principal);
};

/** Returns the caller, and the same user acting through an agent. */
export function agentOf(request: FastifyRequest): { caller: Authenticated; acting: Authenticated } {
  const caller = authenticatedOf(request);
  return { caller, acting: { ...caller, principal: asAgent(caller.principal) } };
}
