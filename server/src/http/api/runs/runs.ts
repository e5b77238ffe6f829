import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../core/context/index.ts';
import {
  cancelByRequest,
  pageRuns,
  pageSteps,
  type RunEngine,
  type RunStatus,
  readRunRecord,
  retryByRequest,
  runDetailFields,
  runFields,
  runStatuses,
  showRun,
  stepFields,
} from '../../../core/runs/index.ts';
import { invalidField } from '../../../lib/errors.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { queryOf, readList, showOne } from '../list-query.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The route matches only UUIDs. The database writes them in lower case. */
const runIdOf = ({ params }: FastifyRequest): RunId => (params as { id: string }).id.toLowerCase() as RunId;

const callerOf = (request: FastifyRequest) => ({
  principal: authenticatedOf(request).principal,
  origin: request.ip,
});

const runs = {
  name: 'runs',
  fields: runFields,
  position: z.uuid().transform((id) => id as RunId),
  positionOf: ({ id }: { readonly id: unknown }) => id as RunId,
};

/** `GET /api/runs` (spec/rest-api §13.1). */
export const listRunsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const { workflow, status } = queryOf(request);
  const filter = { workflow: readWorkflow(workflow), status: readStatus(status) };
  return readList(request, runs, filter, async ({ after = null, start, limit }) => {
    const found = await pageRuns(context, principal, filter, { before: after, start, most: limit });
    return { total: found.total, records: found.runs.map(showRun) };
  });
};

function readWorkflow(id: unknown): WorkflowId | null {
  if (id === undefined) return null;
  if (/^\d{1,15}$/.test(String(id))) return Number(id) as WorkflowId;
  throw invalidField('invalid_value', 'workflow', 'must be the id of a workflow.');
}

function readStatus(status: unknown): RunStatus | null {
  if (status === undefined) return null;
  const known = runStatuses.find((one) => one === status);
  if (known) return known;
  throw invalidField(
    'bad_status',
    'status',
    `must be ${runStatuses.slice(0, -1).join(', ')} or ${runStatuses.at(-1)}.`,
  );
}

/** `GET /api/runs/{id}`. */
export const readRunHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const run = await readRunRecord(context, principal, runIdOf(request));
  return { run: showOne(request, { fields: runDetailFields }, run) };
};

const steps = {
  name: 'steps',
  fields: stepFields,
  key: 'path',
  position: z.int().min(0),
  positionOf: ({ position }: { readonly position: unknown }) => Number(position),
} as const;

/** `GET /api/runs/{id}/steps`. */
export const listStepsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const run = runIdOf(request);
  return readList(request, steps, run, async ({ after = -1, start, limit }) => {
    const found = await pageSteps(context, principal, run, { after, start, most: limit });
    return { total: found.total, records: found.steps };
  });
};

const retrySchema = z.strictObject({
  from: z.enum(['failed_step', 'start']).default('failed_step'),
  repeat_calls: z.boolean().default(false),
});

/** `POST /api/runs/{id}/retry` (spec/rest-api §13.2). */
export const retryRunHandler: Handler = (context) => async (request, reply) => {
  const { from, repeat_calls: repeatCalls } = readBody(retrySchema, optionalBodyOf(request));
  const params = { from: from === 'start' ? from : 'failed step', repeatCalls } as const;
  const answer = await retryByRequest(
    context,
    callerOf(request),
    repeatableOf(request),
    runIdOf(request),
    params,
  );
  return sendAnswer(reply, answer);
};

const emptySchema = z.strictObject({});

/** `POST /api/runs/{id}/cancel` (spec/rest-api §13.3). */
export const cancelRunHandler =
  (context: Context, engine: Pick<RunEngine, 'cancel'> | undefined) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    readBody(emptySchema, optionalBodyOf(request));
    const answer = await cancelByRequest(
      context,
      callerOf(request),
      repeatableOf(request),
      runIdOf(request),
      engine,
    );
    return sendAnswer(reply, answer);
  };
