import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import type { RunDispatch } from '../../../core/runs/index.ts';
import { startByRequest } from '../../../core/triggers/index.ts';
import { type HarkError, invalid } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { isRecord } from '../../../lib/json.ts';
import { shown } from '../../../lib/shown.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { jsonBodyOf } from '../leads/acting.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

/** `POST /api/workflows/{id}/start` (spec/triggers §4.2). */
export const startWorkflowHandler =
  (context: Context, dispatch: RunDispatch) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { principal, settings } = authenticatedOf(request);
    const data = readData(jsonBodyOf(request) ?? {});
    const dispatching = { dispatch, runsInFlight: settings.runs_in_flight };
    const params = { id: pathIdOf<WorkflowId>(request), data, request: repeatableOf(request) };
    return sendAnswer(reply, await startByRequest(context, dispatching, principal, params));
  };

/** Reads the body's `data` (spec/triggers §4.3). */
function readData(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw refuse('The body must be a JSON object.');
  const unknown = Object.keys(body).find((key) => key !== 'data');
  if (unknown !== undefined) throw refuse(`${shown(unknown)}: there is no such key.`);
  const { data = {} } = body;
  if (!isRecord(data)) throw refuse('data: must be an object.');
  return data;
}

const refuse = (message: string): HarkError => invalid('start_data', message);
