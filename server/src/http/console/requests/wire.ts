import { z } from 'zod';
import type { AcceptedRow, RefusedRow } from '../../../core/requests/index.ts';
import { runStatuses } from '../../../core/runs/index.ts';
import { moment } from '../operation.ts';

/** What is known about every request. Null for requests that an earlier version stored. */
const request = z.object({
  at: moment,
  method: z.string().nullable(),
  /** Null while the caller waits for the workflow's response. */
  http_status: z.number().nullable(),
  address: z.string().nullable(),
  content_type: z.string().nullable(),
  bytes: z.number().nullable(),
  workflow: z.object({ id: z.number(), name: z.string() }),
});

export const acceptedRequest = request.extend({
  kind: z.literal('accepted'),
  id: z.string(),
  status: z.enum(runStatuses),
  /** Whether another run has replaced the failed one. */
  is_retried: z.boolean(),
});

export const refusedRequest = request.extend({
  kind: z.literal('refused'),
  id: z.number(),
  reason: z.string(),
  failed_check: z.string().nullable(),
  failed_detail: z.string().nullable(),
  header_names: z.array(z.string()),
});

const factsOf = (row: AcceptedRow | RefusedRow): z.infer<typeof request> => ({
  at: row.at.toISOString(),
  method: row.method,
  http_status: row.http_status,
  address: row.address,
  content_type: row.content_type,
  bytes: row.bytes,
  workflow: { id: row.workflow_id, name: row.workflow_name },
});

export const acceptedOf = (row: AcceptedRow): z.infer<typeof acceptedRequest> => ({
  kind: 'accepted',
  id: row.id,
  status: row.status,
  is_retried: row.is_retried,
  ...factsOf(row),
});

export const refusedOf = (row: RefusedRow): z.infer<typeof refusedRequest> => ({
  kind: 'refused',
  id: row.id,
  reason: row.reason,
  failed_check: row.failed_check,
  failed_detail: row.failed_detail,
  header_names: row.header_names,
  ...factsOf(row),
});
