import { z } from 'zod';
import type { listUsers } from '../../../core/users/index.ts';
import { moment } from '../operation.ts';

type ListedUser = Awaited<ReturnType<typeof listUsers>>['users'][number];

export const userShape = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
  active: z.boolean(),
  created_at: moment,
  last_seen_at: moment.nullable(),
});

export const presentUser = ({
  role,
  createdAt,
  lastSeenAt,
  ...user
}: ListedUser): z.infer<typeof userShape> => ({
  ...user,
  role: { id: role.id, name: role.name, is_admin: role.isAdmin },
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
});
