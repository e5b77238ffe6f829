import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { exportAs, provisionAs, requireProvisioner } from '../../../core/provisioning/index.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { jsonBodyOf } from '../leads/acting.ts';

/** Returns the caller, who must be an administrator. Runs before the body is parsed. */
function provisionerOf(request: FastifyRequest) {
  const { principal } = authenticatedOf(request);
  requireProvisioner(principal);
  return { principal, origin: request.ip };
}

/**
 * `POST /api/workspace/apply` (spec/provisioning §11.1). An Idempotency-Key is ignored: the operation is idempotent, and
 * its response contains secrets, which must not be stored.
 */
export const applyHandler =
  (context: Context, egressAllow: ReadonlySet<string>) => async (request: FastifyRequest) => {
    const caller = provisionerOf(request);
    return provisionAs(context, caller, jsonBodyOf(request), { egressAllow });
  };

/** `GET /api/workspace/export` (spec/provisioning §11.1). */
export const exportHandler = (context: Context) => async (request: FastifyRequest) => {
  const { principal } = provisionerOf(request);
  return { workspace: await exportAs(context, principal) };
};
