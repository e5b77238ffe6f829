import { z } from 'zod';
import { type ListedUser, showUser } from '../../../core/users/index.ts';
import { moment } from '../operation.ts';

export const userShape = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
  active: z.boolean(),
  created_at: moment,
  last_seen_at: moment.nullable(),
  /** Whether an invitation waits for the user to set a password. */
  is_invited: z.boolean(),
});

export const presentUser = (user: ListedUser) => ({ ...showUser(user), is_invited: user.isInvited });
