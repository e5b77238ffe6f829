import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import { listRequests, summarizeRequests, viewAccepted, viewRefused } from '../../../core/requests/index.ts';
import { controllerAs, replayRequest, workflowFailed } from '../../../core/runs/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import { nestedError } from '../../request/errors.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, type Operation, operation } from '../operation.ts';
import { chartAxis, periodQuery, presentAxis, readOptionalPeriod, readPeriod } from '../period.ts';
import { acceptedOf, acceptedRequest, refusedOf, refusedRequest } from './wire.ts';

const filters = z.strictObject({
  workflow: z.coerce.number().int().positive().optional(),
  /** Like `workflow`, for the workflow's own page. */
  activity_of: z.coerce.number().int().positive().optional(),
  reason: z.string().max(100).optional(),
  ...periodQuery,
  method: z.string().max(20).optional(),
  status_class: z.coerce.number().int().min(2).max(5).optional(),
  search: z.string().trim().min(1).max(100).optional(),
});
type Filters = z.infer<typeof filters>;

const filterOf = ({ workflow, activity_of, reason, method, status_class, search }: Filters) => ({
  workflow: ((activity_of ?? workflow) as WorkflowId | undefined) ?? null,
  isActivity: activity_of !== undefined,
  reason: reason ?? null,
  method: method ?? null,
  statusClass: status_class ?? null,
  search: search ?? null,
});
const runParams = z.strictObject({ id: z.uuid() });

const showRequests = operation({
  method: 'GET',
  path: '/requests',
  act: 'listeners.inspect_requests',
  query: filters.extend({
    kind: z.enum(['accepted', 'refused']).optional(),
    before_run: z.uuid().optional(),
    before_refused: z.coerce.number().int().positive().optional(),
    most: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    requests: z.array(z.union([acceptedRequest, refusedRequest])),
    /** The cursor of the next page; null at the end. */
    next: z.object({ before_run: z.string().nullable(), before_refused: z.number().nullable() }).nullable(),
  }),
  handle: async ({ context, principal }, { query }) => {
    const period = readOptionalPeriod(query, context.clock.now());
    const { requests, next } = await listRequests(context, principal, {
      ...filterOf(query),
      since: period?.from ?? null,
      until: period?.until ?? null,
      kind: query.kind ?? null,
      before: { run: (query.before_run as RunId) ?? null, refused: query.before_refused ?? null },
      most: query.most,
    });
    return {
      requests: requests.map((request) =>
        request.kind === 'accepted' ? acceptedOf(request) : refusedOf(request),
      ),
      next: next && { before_run: next.run, before_refused: next.refused },
    };
  },
});

const showSummary = operation({
  method: 'GET',
  path: '/requests/summary',
  act: 'listeners.inspect_requests',
  query: filters,
  answer: z.object({
    ...chartAxis,
    slots: z.array(z.object({ accepted: z.number(), refused: z.number() })),
    accepted: z.number(),
    refused: z.number(),
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
    is_cut: z.boolean(),
  }),
  handle: async ({ context, principal }, { query }) => {
    const period = readPeriod(query, context.clock.now());
    const { slots, reasons, isCut, ...sums } = await summarizeRequests(
      context,
      principal,
      filterOf(query),
      period,
    );
    return {
      ...presentAxis(period),
      ...sums,
      slots: [...slots],
      reasons: [...reasons],
      is_cut: isCut,
    };
  },
});

const showRefused = operation({
  method: 'GET',
  path: '/requests/refused/:id',
  act: 'listeners.inspect_requests',
  params: idParams,
  answer: refusedRequest.extend({
    /** How many other stored requests from the same IP address failed the same way. */
    same: z.number(),
  }),
  handle: async ({ context, principal }, { params }) => {
    const { same, ...row } = await viewRefused(context, principal, params.id);
    return { ...refusedOf(row), same };
  },
});

const showAccepted = operation({
  method: 'GET',
  path: '/requests/accepted/:id',
  act: 'listeners.inspect_requests',
  params: runParams,
  answer: acceptedRequest.extend({
    listener_url: z.string(),
    headers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    fields: z.record(z.string(), z.unknown()),
    /** The fields that were sent several times, and how often. The last value was kept. */
    repeated: z.record(z.string(), z.number()),
    body: z.unknown().optional(),
    raw: z.string().optional(),
    jwt_data: z.unknown().optional(),
    jwt_sub: z.unknown().optional(),
    may_replay: z.boolean(),
    /** Null while the caller waits for the workflow's response. */
    response: z
      .object({
        source: z.enum(['receipt', 'step', 'failure']),
        took_ms: z.number().nullable(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        body: z.string(),
      })
      .nullable(),
  }),
  handle: async ({ context, principal }, { params }) => {
    const { jwtData, jwtSub, headers, fields, repeated, body, raw, owner, listenerUrl, response, ...row } =
      await viewAccepted(context, principal, params.id as RunId);
    return {
      ...acceptedOf(row),
      listener_url: listenerUrl,
      headers: headers.map(({ name, values }) => ({ name, values: [...values] })),
      fields,
      repeated,
      body,
      ...(raw === undefined ? {} : { raw }),
      jwt_data: jwtData,
      jwt_sub: jwtSub,
      may_replay: may(principal, 'runs.start', owner),
      response: response && {
        source: response.source,
        took_ms: response.tookMs,
        headers: [...response.headers],
        body: response.body ?? JSON.stringify(nestedError(workflowFailed.status, workflowFailed.message)),
      },
    };
  },
});

const replay = ({ dispatch }: ConsoleData) =>
  operation({
    method: 'POST',
    path: '/requests/accepted/:id/replay',
    act: 'runs.start',
    params: runParams,
    body: z.strictObject({ repeat_calls: z.boolean() }),
    answer: z.object({ run_id: z.string() }),
    handle: async ({ context, principal, actor }, { params, body }) => ({
      run_id: await replayRequest(
        context,
        dispatch,
        controllerAs(principal, actor),
        { workspace: principal.workspace.id, run: params.id as RunId },
        { repeatCalls: body.repeat_calls },
      ),
    }),
  });

/** The request inspector: accepted and rejected requests to listeners. */
export const requestsOperations = (data: ConsoleData): Operation[] => [
  showRequests,
  showSummary,
  showRefused,
  showAccepted,
  replay(data),
];
