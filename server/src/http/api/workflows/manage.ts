import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import {
  addWorkflow,
  editWorkflow,
  listedWorkflowFields,
  pageWorkflows,
  publishWorkflow,
  readNewWorkflow,
  readPublication,
  readWorkflowChange,
  readWorkflowRecord,
  removeWorkflowAs,
  showSummary,
  workflowFields,
} from '../../../core/workflows/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { optionalBodyOf } from '../json-body.ts';
import { byId, queryOf, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const callerOf = (request: FastifyRequest) => ({
  principal: authenticatedOf(request).principal,
  origin: request.ip,
});

const collection = {
  name: 'workflows',
  fields: listedWorkflowFields,
  ...byId,
};

/** `GET /api/workflows` (spec/rest-api §12.1). */
export const listWorkflowsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const { name } = queryOf(request);
  const wanted = name === undefined ? null : String(name);
  return readList(request, collection, wanted, async ({ after = 0, start, limit }) => {
    const page = { after, start, most: limit };
    const { total, workflows } = await pageWorkflows(context, principal, wanted, page);
    return { total, records: workflows.map(showSummary) };
  });
};

/** `GET /api/workflows/{id}`. */
export const readWorkflowHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  const found = await readWorkflowRecord(context, principal, pathIdOf<WorkflowId>(request));
  return { workflow: showOne(request, { fields: workflowFields }, found) };
};

/** `POST /api/workflows/new` (spec/rest-api §12.2). */
export const createWorkflowHandler: Handler = (context) => async (request, reply) => {
  const wanted = readNewWorkflow(optionalBodyOf(request));
  const caller = callerOf(request);
  const answer = await changeOnce(context, caller, repeatableOf(request), async (change) => ({
    status: 201,
    body: { workflow: await addWorkflow(change, caller.principal, wanted) },
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/workflows/{id}`: both change only the values in the body. */
export const changeWorkflowHandler: Handler = (context) => async (request, reply) => {
  const wanted = readWorkflowChange(optionalBodyOf(request));
  const caller = callerOf(request);
  const id = pathIdOf<WorkflowId>(request);
  const answer = await changeOnce(context, caller, repeatableOf(request), async (change) => ({
    status: 200,
    body: { workflow: await editWorkflow(change, caller.principal, id, wanted) },
  }));
  return sendAnswer(reply, answer);
};

/** `POST /api/workflows/{id}/publish` (spec/rest-api §12.3). */
export const publishWorkflowHandler: Handler = (context) => async (request, reply) => {
  const { revision } = readPublication(optionalBodyOf(request));
  const caller = callerOf(request);
  const id = pathIdOf<WorkflowId>(request);
  const answer = await changeOnce(context, caller, repeatableOf(request), async (change) => ({
    status: 200,
    body: { workflow: await publishWorkflow(change, caller.principal, id, revision) },
  }));
  return sendAnswer(reply, answer);
};

/** `DELETE /api/workflows/{id}`. */
export const deleteWorkflowHandler: Handler = (context) => async (request, reply) => {
  const unrepeatable = { ...repeatableOf(request), key: undefined };
  const caller = callerOf(request);
  await changeOnce(context, caller, unrepeatable, async (change) => {
    await removeWorkflowAs(change, caller.principal, pathIdOf<WorkflowId>(request));
    return { status: 204, body: null };
  });
  return reply.code(204).send();
};
