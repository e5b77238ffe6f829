import { z } from 'zod';
import {
  divide,
  type RunFilter,
  runStatuses,
  type Span,
  spans,
  spanUntil,
} from '../../../core/runs/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const statuses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(runStatuses)).max(runStatuses.length));

/** The filters that the run list and its charts have in common. Statuses are separated by commas. */
export const runFilter = {
  search: z.string().max(200).optional(),
  workflow: z.coerce
    .number()
    .int()
    .positive()
    .transform((id) => id as WorkflowId)
    .optional(),
  version: z.coerce.number().int().positive().max(2_000_000_000).optional(),
  status: statuses.optional(),
  span: z.enum(spans).optional(),
  from: time.optional(),
  to: time.optional(),
};

export const runId = z.guid().transform((id) => id as RunId);

type RunQuery = z.infer<z.ZodObject<typeof runFilter>>;

export const readFilter = ({ search, workflow, version, status }: RunQuery): Omit<RunFilter, 'period'> => ({
  search,
  workflow,
  version,
  statuses: status,
});

/** Returns the time range of a list or a chart. `from` and `to` take precedence over `span`. */
export function readPeriod({ span, from, to }: RunQuery, now: Date, usual: Span) {
  if (from === undefined && to === undefined) return spanUntil(span ?? usual, now);
  const until = to ?? now;
  return divide(from ?? new Date(until.getTime() - usualLengthMs), until);
}

/** The length of a time range of which only the end is given. */
const usualLengthMs = 24 * 3_600_000;
