import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { exportAs, provisionAs } from '../../../core/provisioning/index.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { jsonBodyOf } from '../json-body.ts';

/**
 * `POST /api/workspace/apply` (spec/provisioning §11.1). An Idempotency-Key is ignored: the operation is idempotent, and
 * its response contains secrets, which must not be stored.
 */
export const applyHandler =
  (context: Context, options: Parameters<typeof provisionAs>[3]) => async (request: FastifyRequest) => {
    const { principal } = authenticatedOf(request);
    return provisionAs(context, { principal, origin: request.ip }, jsonBodyOf(request), options);
  };

/** `GET /api/workspace/export` (spec/provisioning §11.1). */
export const exportHandler = (context: Context) => async (request: FastifyRequest) => {
  const { principal } = authenticatedOf(request);
  return { workspace: await exportAs(context, principal) };
};
