import { z } from 'zod';
import { moment } from '../operation.ts';

export const userShape = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
  active: z.boolean(),
  created_at: moment,
  last_seen_at: moment.nullable(),
});
