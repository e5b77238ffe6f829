import { z } from 'zod';
import { chartedStatuses, type RunFilter } from '../../../core/runs/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import { periodQuery } from '../period.ts';

const statuses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(chartedStatuses)).max(chartedStatuses.length));

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
  ...periodQuery,
};

export const runId = z.guid().transform((id) => id as RunId);

type RunQuery = z.infer<z.ZodObject<typeof runFilter>>;

export const readFilter = ({ search, workflow, version, status }: RunQuery): Omit<RunFilter, 'period'> => ({
  search,
  workflow,
  version,
  statuses: status,
});
