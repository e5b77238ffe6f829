import { z } from 'zod';
import type { Principal } from '../../../core/access/index.ts';
import { cancelJob, findJob, type Job, listJobs, readJobFile, removeJob } from '../../../core/jobs/index.ts';
import {
  addPart,
  beginImport,
  importOptionsSchema,
  isWithinReach,
  previewImport,
  readFirstRefused,
  readLeftAlone,
  startExport,
  startImport,
} from '../../../core/lead-files/index.ts';
import { searchBody } from '../../../core/leads/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { JobId } from '../../../lib/ids.ts';
import { FileAnswer, idParams, moment, type Operation, operation } from '../operation.ts';
import { chosen, leftAlone } from './shapes.ts';

const firstPage = { start: 0, limit: 20 };
const fileName = z.string().trim().min(1).max(200);

const jobShape = z.object({
  id: z.number(),
  kind: z.enum(['import', 'export', 'edit', 'delete', 'undo']),
  status: z.enum(['draft', 'queued', 'running', 'checked', 'succeeded', 'failed', 'cancelled']),
  user: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  is_trial: z.boolean(),
  created_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** A number from 0 to 1. */
  progress: z.number(),
  rows: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  fields: z.number(),
  deleted: z.number(),
  restored: z.number(),
  has_result: z.boolean(),
  may_undo: z.boolean(),
  error: z.string().nullable(),
});

const beyondReach =
  'Your role now shows you less than when this file was created, so you can no longer download it. Export again.';

const hasChanged = ({ created, changed, deleted, restored }: Job['counts']) =>
  created + changed + deleted + restored > 0;

function shownJob(job: Job, principal: Principal): z.infer<typeof jobShape> {
  const { kind, status, counts, size } = job;
  // The progress of jobs that read a file is measured in bytes.
  const done = kind === 'import' || kind === 'undo' ? job.position : job.rowNumber;
  const isOver = status === 'succeeded' || status === 'checked';
  const isAccessible = isWithinReach(principal, job);
  // A check of an import only counts what it would change.
  const isTrial = (job.options as { is_trial?: boolean }).is_trial ?? false;
  return {
    id: job.id,
    kind,
    status,
    user: job.user,
    name: job.name,
    is_trial: isTrial,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    progress: isOver ? 1 : size === 0 ? 0 : Math.min(1, done / size),
    rows:
      kind === 'export' || kind === 'undo'
        ? job.rowNumber
        : counts.created + counts.changed + counts.unchanged + counts.refused,
    ...counts,
    has_result: kind === 'export' ? status === 'succeeded' && isAccessible : counts.refused > 0,
    may_undo: kind !== 'export' && !isTrial && job.endedAt !== null && hasChanged(counts),
    error: job.error ?? (isAccessible ? null : beyondReach),
  };
}

export const importOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/leads/imports',
    act: 'leads.import',
    body: z.strictObject({ name: fileName }),
    answer: z.object({ id: z.number() }),
    handle: async ({ context, principal }, { body }) => ({
      id: await beginImport(context, principal, body.name),
    }),
  }),
  operation({
    method: 'POST',
    path: '/leads/imports/:id/parts',
    act: 'leads.import',
    params: idParams,
    body: z.strictObject({ starts_at: z.int().min(0), content: z.base64().min(1).max(1_000_000) }),
    answer: z.object({ received: z.number() }),
    async handle({ context, principal }, { params, body }) {
      const content = Buffer.from(body.content, 'base64');
      return { received: await addPart(context, principal, params.id as JobId, body.starts_at, content) };
    },
  }),
  operation({
    method: 'GET',
    path: '/leads/imports/:id/preview',
    act: 'leads.import',
    params: idParams,
    query: z.strictObject({
      delimiter: importOptionsSchema.shape.delimiter.optional(),
      encoding: importOptionsSchema.shape.encoding.optional(),
      has_header: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
    }),
    answer: z.object({
      delimiter: z.string(),
      encoding: z.string(),
      has_header: z.boolean(),
      size: z.number(),
      columns: z.array(
        z.object({ heading: z.string(), samples: z.array(z.string()), alias: z.string().nullable() }),
      ),
    }),
    async handle({ context, principal }, { params, query }) {
      const { columns, ...form } = await previewImport(context, principal, params.id as JobId, query);
      return { ...form, columns: columns.map((column) => ({ ...column, samples: [...column.samples] })) };
    },
  }),
  operation({
    method: 'POST',
    path: '/leads/imports/:id/start',
    act: 'leads.import',
    params: idParams,
    body: importOptionsSchema,
    handle: ({ context, principal, visitor }, { params, body }) =>
      startImport(context, principal, visitor.address, params.id as JobId, body),
  }),
];

export const jobOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/leads/exports',
    act: 'leads.export',
    body: chosen.extend({ name: fileName, columns: z.array(z.string().max(100)).min(1).max(300) }),
    answer: z.object({ id: z.number() }),
    async handle({ context, principal, visitor }, { body: { name, columns, ...view } }) {
      const { filters = [], match } = searchBody(view);
      const options = { filters, match: match ?? ('all' as const), columns };
      return { id: await startExport(context, principal, visitor.address, { name, options }) };
    },
  }),
  operation({
    method: 'GET',
    path: '/leads/jobs',
    act: 'leads.view',
    answer: z.object({ total: z.number(), jobs: z.array(jobShape) }),
    async handle({ context, principal }) {
      const { total, jobs } = await listJobs(context, principal);
      return { total, jobs: jobs.map((job) => shownJob(job, principal)) };
    },
  }),
  operation({
    method: 'GET',
    path: '/leads/jobs/:id',
    act: 'leads.view',
    params: idParams,
    answer: jobShape.extend({
      /** Contains only the first few rejected rows; the result contains all of them. */
      first_refused: z.array(z.object({ row: z.number(), lead: z.number().nullable(), reason: z.string() })),
      /** For an undo, the same with more details. */
      left_alone: leftAlone,
    }),
    async handle({ context, principal }, { params }) {
      const job = await findJob(context, principal, params.id as JobId);
      const isUndo = job.kind === 'undo';
      return {
        ...shownJob(job, principal),
        first_refused: isUndo ? [] : await readFirstRefused(context, job),
        left_alone: isUndo ? await readLeftAlone(context, job, firstPage) : [],
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/leads/jobs/:id/cancel',
    act: 'leads.view',
    params: idParams,
    handle: ({ context, principal }, { params }) => cancelJob(context, principal, params.id as JobId),
  }),
  operation({
    method: 'DELETE',
    path: '/leads/jobs/:id',
    act: 'leads.view',
    params: idParams,
    handle: ({ context, principal }, { params }) => removeJob(context, principal, params.id as JobId),
  }),
  operation({
    method: 'GET',
    path: '/leads/jobs/:id/result',
    act: 'leads.view',
    params: idParams,
    async handle({ context, principal }, { params }) {
      const job = await findJob(context, principal, params.id as JobId);
      if (!isWithinReach(principal, job)) throw new HarkError('forbidden', 'beyond_reach', beyondReach);
      const base = job.name.replace(/\.csv$/i, '');
      const name =
        job.kind === 'export'
          ? `${base}.csv`
          : `${base} - ${job.kind === 'undo' ? 'left alone' : 'rejected rows'}.csv`;
      return new FileAnswer(name, 'text/csv; charset=utf-8', readJobFile(context, job, 'result'));
    },
  }),
];
