import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import type { RunTrialIn } from '../../../core/runs/index.ts';
import { maxShadowed, shadowAs } from '../../../core/shadow/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { pathIdOf } from '../path-id.ts';

/** `POST /api/workflows/{id}/shadow` (spec/shadow §4.1). It changes nothing, so it needs no Idempotency-Key. */
export const shadowWorkflowHandler =
  (context: Context, runTrialIn: RunTrialIn) => async (request: FastifyRequest) => {
    const { principal } = authenticatedOf(request);
    const { user, means } = principal;
    const { before, ...wanted } = readBody(shadowSchema, optionalBodyOf(request));
    const editor = { context, principal, actor: { user, means, origin: request.ip } };
    const params = { ...wanted, before: before as RunId | null };
    return shadowAs(runTrialIn, editor, pathIdOf<WorkflowId>(request), params);
  };

const shadowSchema = z.strictObject({
  requests: z
    .int()
    .min(1)
    .max(maxShadowed, { error: `must be a whole number from 1 to ${maxShadowed}.` })
    .default(maxShadowed),
  before: z.uuid({ error: 'must be the ID of a run.' }).nullable().default(null),
  revision: z.int().optional(),
});
