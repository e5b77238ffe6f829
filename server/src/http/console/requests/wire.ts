import { z } from 'zod';
import type { AcceptedRow, RefusedRow } from '../../../core/requests/index.ts';
import { runStatuses } from '../../../core/runs/index.ts';
import { moment } from '../operation.ts';

const workflow = z.object({ id: z.number(), name: z.string() });

export const acceptedRequest = z.object({
  kind: z.literal('accepted'),
  id: z.string(),
  at: moment,
  status: z.enum(runStatuses),
  bytes: z.number(),
  workflow,
});

export const refusedRequest = z.object({
  kind: z.literal('refused'),
  id: z.number(),
  at: moment,
  method: z.string(),
  reason: z.string(),
  address: z.string(),
  header_names: z.array(z.string()),
  workflow,
});

const rest = ({
  at,
  workflow_id,
  workflow_name,
}: Pick<AcceptedRow, 'at' | 'workflow_id' | 'workflow_name'>) => ({
  at: at.toISOString(),
  workflow: { id: workflow_id, name: workflow_name },
});

export const acceptedOf = (row: AcceptedRow): z.infer<typeof acceptedRequest> => ({
  kind: 'accepted',
  id: row.id,
  status: row.status,
  bytes: row.bytes,
  ...rest(row),
});

export const refusedOf = (row: RefusedRow): z.infer<typeof refusedRequest> => ({
  kind: 'refused',
  id: row.id,
  method: row.method,
  reason: row.reason,
  address: row.address,
  header_names: row.header_names,
  ...rest(row),
});
