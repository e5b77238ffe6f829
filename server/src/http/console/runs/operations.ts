import { z } from 'zod';
import {
  cancelRun,
  chartRuns,
  chartStart,
  previewRetry,
  retryRun,
  runStatuses,
  viewRun,
  viewRuns,
} from '../../../core/runs/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { controllerOf } from '../controller-of.ts';
import { moment, type Operation, operation } from '../operation.ts';
import { listedRun, presentListed, presentViewed, viewedRun } from './present-run.ts';

const pageSize = 50;
const stepsAtOnce = 200;
const runId = z.guid().transform((id) => id as RunId);
const runParams = z.strictObject({ id: runId });
const workflowId = z.coerce
  .number()
  .int()
  .positive()
  .transform((id) => id as WorkflowId);

/** Which version a retry uses. `reason` explains why it isn't the published one, and is null if it is. */
const retryVersion = z.object({
  own: z.number(),
  published: z.number(),
  used: z.number(),
  reason: z.string().nullable(),
});

export const runsOperations = ({ engine }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/runs',
    act: 'runs.view',
    query: z.strictObject({
      workflow: workflowId.optional(),
      status: z.enum(runStatuses).optional(),
      before: runId.optional(),
    }),
    answer: z.object({ runs: z.array(listedRun), next: z.string().nullable() }),
    handle: async ({ context, principal }, { query }) => {
      const found = await viewRuns(context, principal, { ...query, most: pageSize + 1 });
      const shown = found.slice(0, pageSize);
      return {
        runs: shown.map(presentListed),
        next: found.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/runs-chart',
    act: 'runs.view',
    query: z.strictObject({
      workflow: workflowId.optional(),
      span: z.enum(['hour', 'day']).default('hour'),
    }),
    answer: z.object({
      since: moment,
      slot_seconds: z.number(),
      slots: z.number(),
      counts: z.array(z.object({ slot: z.number(), status: z.enum(runStatuses), count: z.number() })),
      /**
       * The time from accepted to ended, excluding canceled runs. An entry without a slot covers the whole
       * period.
       */
      latency: z.array(
        z.object({ slot: z.number().nullable(), count: z.number(), p50_ms: z.number(), p95_ms: z.number() }),
      ),
      is_cut: z.boolean(),
    }),
    handle: async ({ context, principal }, { query: { workflow, span } }) => {
      const shape = span === 'hour' ? { slots: 60, slotSeconds: 60 } : { slots: 24, slotSeconds: 3_600 };
      const params = { ...shape, now: context.clock.now(), workflow };
      const { counts, latency, isCut } = await chartRuns(context, principal, params);
      return {
        since: chartStart(params).toISOString(),
        slot_seconds: shape.slotSeconds,
        slots: shape.slots,
        counts: counts.map((count) => ({ ...count })),
        latency: latency.map(({ p50Ms, p95Ms, ...rest }) => ({ ...rest, p50_ms: p50Ms, p95_ms: p95Ms })),
        is_cut: isCut,
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/runs/:id',
    act: 'runs.view',
    params: runParams,
    query: z.strictObject({ after: z.coerce.number().int().optional() }),
    answer: viewedRun,
    handle: async ({ context, principal }, { params, query: { after = -1 } }) =>
      presentViewed(
        await viewRun(context, principal, params.id, { after, most: stepsAtOnce + 1 }),
        stepsAtOnce,
      ),
  }),
  operation({
    method: 'GET',
    path: '/runs/:id/retry',
    act: 'runs.retry',
    params: runParams,
    answer: retryVersion,
    handle: (caller, { params }) =>
      previewRetry(caller.context, controllerOf(caller), {
        workspace: caller.principal.workspace.id,
        run: params.id,
      }),
  }),
  operation({
    method: 'POST',
    path: '/runs/:id/retry',
    act: 'runs.retry',
    params: runParams,
    body: z.strictObject({ from: z.enum(['failed step', 'start']), repeat_calls: z.boolean() }),
    answer: z.object({ id: z.string(), version: retryVersion }),
    handle: async (caller, { params, body }) => {
      const address = { workspace: caller.principal.workspace.id, run: params.id };
      const options = { from: body.from, repeatCalls: body.repeat_calls };
      const { run, version } = await retryRun(caller.context, controllerOf(caller), address, options);
      return { id: run, version };
    },
  }),
  operation({
    method: 'POST',
    path: '/runs/:id/cancel',
    act: 'runs.cancel',
    params: runParams,
    answer: z.object({ was_cancelled: z.boolean() }),
    handle: async (caller, { params }) => {
      const address = { workspace: caller.principal.workspace.id, run: params.id };
      const { wasCancelled } = await cancelRun(caller.context, controllerOf(caller), address, engine);
      return { was_cancelled: wasCancelled };
    },
  }),
];
