import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import { cancelJob, findJob, findJobIn } from '../../../core/jobs/index.ts';
import {
  previewUndo,
  readLeftAlone,
  showPreview,
  showUndo,
  startUndo,
  undoSchema,
} from '../../../core/lead-files/index.ts';
import { readPage } from '../../../core/paging/index.ts';
import type { JobId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import type { Route } from '../../request/route-table.ts';
import { allowedCaller } from '../allowed-caller.ts';
import { jsonBodyOf } from '../json-body.ts';
import { queryOf } from '../list-query.ts';
import { idPattern, pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** `POST /api/undo/new` (spec/undo §3.1). */
const startHandler: Handler = (context) => async (request, reply) => {
  const caller = allowedCaller(request);
  const wanted = readBody(undoSchema, jsonBodyOf(request));
  const answer = await changeOnce(context, caller, repeatableOf(request), async (change) => {
    const { id } = await startUndo(change, caller.principal, wanted);
    return { status: 202, body: { undo: showUndo(await findJobIn(change, id)) } };
  });
  return sendAnswer(reply, answer);
};

/** `POST /api/undo/preview` (spec/undo §3.3). */
const previewHandler: Handler = (context) => async (request) => {
  const { principal } = allowedCaller(request);
  const wanted = readBody(undoSchema, jsonBodyOf(request));
  return { preview: showPreview(await previewUndo(context, principal, wanted)) };
};

const findUndo = (context: Context, request: FastifyRequest) =>
  findJob(context, allowedCaller(request).principal, pathIdOf<JobId>(request));

const readHandler: Handler = (context) => async (request) => ({
  undo: showUndo(await findUndo(context, request)),
});

/** `POST /api/undo/{id}/cancel` (spec/undo §3.2). */
const cancelHandler: Handler = (context) => async (request) => {
  const { id } = showUndo(await findUndo(context, request));
  await cancelJob(context, allowedCaller(request).principal, id);
  return { undo: showUndo(await findUndo(context, request)) };
};

const defaultPageSize = 100;

/** `GET /api/undo/{id}/left-alone` (spec/undo §3.4). */
const leftAloneHandler: Handler = (context) => async (request) => {
  const page = readPage(queryOf(request), defaultPageSize);
  const job = await findUndo(context, request);
  const { left_alone: total } = showUndo(job);
  return { total: String(total), left_alone: await readLeftAlone(context, job, page) };
};

const edit = { permission: 'leads.edit' } as const;
const view = { permission: 'leads.view' } as const;
const one = `/undo/${idPattern}`;

/** The routes of undo by cause (spec/undo §3). */
export const undoRoutes = (context: Context): Route[] => [
  { method: 'POST', path: '/undo/preview', ...edit, handler: previewHandler(context) },
  { method: 'POST', path: '/undo/new', ...edit, handler: startHandler(context) },
  { method: 'GET', path: one, ...view, handler: readHandler(context) },
  { method: 'POST', path: `${one}/cancel`, ...view, handler: cancelHandler(context) },
  { method: 'GET', path: `${one}/left-alone`, ...view, handler: leftAloneHandler(context) },
];
