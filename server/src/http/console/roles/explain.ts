import { z } from 'zod';
import { type Act, acts, permissionsSchema, reaches } from '../../../core/access/index.ts';
import { explainUser } from '../../../core/user-overview/index.ts';
import type { UserId } from '../../../lib/ids.ts';
import { operation } from '../operation.ts';

const actNames = Object.keys(acts) as Act[];

/** A user and an act: whether he may, how far, and by which rule. */
export const explainOperation = () =>
  operation({
    method: 'GET',
    path: '/explain',
    act: 'roles.manage',
    query: z.strictObject({ user: z.coerce.number().int().positive(), act: z.enum(actNames) }),
    answer: z.object({
      user: z.object({ id: z.number(), name: z.string() }),
      role: z.object({ id: z.number(), name: z.string() }),
      reach: z.enum(reaches),
      rule: z.enum(['switched_off', 'administrator_passes', 'needs_administrator', 'oneself', 'permission']),
      /** Where a permission decides: which, and what the role holds; null where it does not name it. */
      permission: permissionsSchema.keyof().nullable(),
      held: z.union([z.enum(reaches), z.boolean()]).nullable(),
      /** Programs and agents need these beside. */
      may_use_rest_api: z.boolean(),
      may_connect_agents: z.boolean(),
    }),
    handle: async ({ context, principal }, { query }) => {
      const found = await explainUser(context, principal, query.user as UserId, query.act);
      const { user, role, reach, rule } = found;
      const holds = (key: 'api.access_rest' | 'api.access_mcp') =>
        user.active && (role.isAdmin || role.permissions[key] === true);
      return {
        user: { id: user.id, name: user.name },
        role: { id: role.id, name: role.name },
        reach,
        rule: rule.name,
        permission: rule.name === 'permission' ? rule.permission : null,
        held: rule.name === 'permission' ? rule.held : null,
        may_use_rest_api: holds('api.access_rest'),
        may_connect_agents: holds('api.access_mcp'),
      };
    },
  });
