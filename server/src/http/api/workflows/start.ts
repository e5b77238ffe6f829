import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import type { RunDispatch } from '../../../core/runs/index.ts';
import { startByRequest } from '../../../core/triggers/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

/** `POST /api/workflows/{id}/start` (spec/triggers §4.2). */
export const startWorkflowHandler =
  (context: Context, dispatch: RunDispatch) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { principal, settings } = authenticatedOf(request);
    const { data } = readBody(startSchema, optionalBodyOf(request));
    const dispatching = { dispatch, runsInFlight: settings.runs_in_flight };
    const params = { id: pathIdOf<WorkflowId>(request), data, request: repeatableOf(request) };
    return sendAnswer(reply, await startByRequest(context, dispatching, principal, params));
  };

/** The body of a start (spec/triggers §4.3). */
const startSchema = z.strictObject({
  data: z.record(z.string(), z.unknown(), { error: 'must be an object.' }).default({}),
});
