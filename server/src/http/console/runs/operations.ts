import { z } from 'zod';
import {
  browseNeighbors,
  browseRuns,
  cancelRun,
  chartedStatuses,
  chartRuns,
  previewRetry,
  retryRun,
  viewRun,
} from '../../../core/runs/index.ts';
import { outlineVersion } from '../../../core/workflows/index.ts';
import type { ConsoleData } from '../console-data.ts';
import { controllerOf } from '../controller-of.ts';
import { type Operation, operation } from '../operation.ts';
import { chartAxis, presentAxis, readOptionalPeriod, readPeriod } from '../period.ts';
import { bulkOperations } from './bulk-operations.ts';
import { readFilter, runFilter, runId } from './filter.ts';
import { listedRun, presentListed, presentViewed, viewedRun } from './present-run.ts';

const pageSize = 50;
const stepsAtOnce = 200;
const runParams = z.strictObject({ id: runId });
/** Which version a retry uses. `reason` explains why it isn't the published one, and is null if it is. */
const retryVersion = z.object({
  own: z.number(),
  published: z.number(),
  used: z.number(),
  reason: z.string().nullable(),
});

const statusCount = z.object({ status: z.enum(chartedStatuses), count: z.number() });

const showRuns = operation({
  method: 'GET',
  path: '/runs',
  act: 'runs.view',
  query: z.strictObject({ ...runFilter, before: runId.optional() }),
  answer: z.object({
    runs: z.array(listedRun),
    next: z.string().nullable(),
    /**
     * The number of runs in the time range by status, including statuses that the filter leaves out. Only the first
     * page has them.
     */
    totals: z.array(statusCount),
    /** Whether the search left out runs, because there are too many. */
    is_cut: z.boolean(),
  }),
  handle: async ({ context, principal }, { query: { before = null, ...query } }) => {
    const period = readOptionalPeriod(query, context.clock.now());
    const page = { before, most: pageSize + 1 };
    const filter = { ...readFilter(query), period };
    const { runs, totals, isCut } = await browseRuns(context, principal, filter, page);
    const shown = runs.slice(0, pageSize);
    return {
      runs: shown.map(presentListed),
      next: runs.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      totals: totals.map((total) => ({ ...total })),
      is_cut: isCut,
    };
  },
});

const showChart = operation({
  method: 'GET',
  path: '/runs-chart',
  act: 'runs.view',
  query: z.strictObject(runFilter),
  answer: z.object({
    ...chartAxis,
    slots: z.number(),
    counts: z.array(statusCount.extend({ slot: z.number() })),
    /**
     * The time from accepted to ended, excluding canceled runs. An entry without a slot covers the whole
     * period.
     */
    latency: z.array(
      z.object({ slot: z.number().nullable(), count: z.number(), p50_ms: z.number(), p95_ms: z.number() }),
    ),
    is_cut: z.boolean(),
  }),
  handle: async ({ context, principal }, { query }) => {
    const period = readPeriod(query, context.clock.now());
    const { counts, latency, isCut } = await chartRuns(context, principal, period, readFilter(query));
    return {
      ...presentAxis(period),
      slots: period.slots,
      counts: counts.map((count) => ({ ...count })),
      latency: latency.map(({ p50Ms, p95Ms, ...rest }) => ({ ...rest, p50_ms: p50Ms, p95_ms: p95Ms })),
      is_cut: isCut,
    };
  },
});

const showRun = operation({
  method: 'GET',
  path: '/runs/:id',
  act: 'runs.view',
  params: runParams,
  query: z.strictObject({ after: z.coerce.number().int().optional() }),
  answer: viewedRun,
  handle: async ({ context, principal }, { params, query: { after = -1 } }) => {
    const run = await viewRun(context, principal, params.id, { after, most: stepsAtOnce + 1 });
    const written = await outlineVersion(context, principal.workspace.id, run.workflow);
    return presentViewed(run, written, stepsAtOnce);
  },
});

const showNeighbors = operation({
  method: 'GET',
  path: '/runs/:id/neighbors',
  act: 'runs.view',
  params: runParams,
  query: z.strictObject(runFilter),
  answer: z.object({
    /** The IDs of the runs before and after this one in the list. Null at the list's start or end. */
    previous: z.string().nullable(),
    next: z.string().nullable(),
  }),
  handle: async ({ context, principal }, { params, query }) => {
    const period = readOptionalPeriod(query, context.clock.now());
    return browseNeighbors(context, principal, { ...readFilter(query), period }, params.id);
  },
});

const showRetry = operation({
  method: 'GET',
  path: '/runs/:id/retry',
  act: 'runs.retry',
  params: runParams,
  answer: retryVersion.extend({
    /** Whether the published version defines the step that failed differently. */
    changes_failed_step: z.boolean(),
  }),
  handle: async (caller, { params }) => {
    const address = { workspace: caller.principal.workspace.id, run: params.id };
    const preview = await previewRetry(caller.context, controllerOf(caller), address);
    const { changesFailedStep, ...version } = preview;
    return { ...version, changes_failed_step: changesFailedStep };
  },
});

const retry = operation({
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
});

const cancel = ({ engine }: ConsoleData) =>
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
  });

export const runsOperations = (data: ConsoleData): Operation[] => [
  ...bulkOperations(data),
  showRuns,
  showChart,
  showRun,
  showNeighbors,
  showRetry,
  retry,
  cancel(data),
];
