import { z } from 'zod';
import { type Act, acts, permissions, permissionsSchema, reaches } from '../../../core/access/index.ts';
import { addRole, deleteRoleById, editRole, listRoles, roleName } from '../../../core/roles/index.ts';
import { explainUser } from '../../../core/user-overview/index.ts';
import type { RoleId, UserId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, type Operation, operation } from '../operation.ts';

const actNames = Object.keys(acts) as Act[];

/** Explains whether a user may perform an act, on which records, and which rule that depends on. */
const explainOperation = () =>
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
      /** The permission that the result depends on, and the role's value for it. Null for the other rules. */
      permission: permissionsSchema.keyof().nullable(),
      held: z.union([z.enum(reaches), z.boolean()]).nullable(),
      /** Programs and agents also need these permissions. */
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

const wantedRole = z.strictObject({
  name: roleName,
  is_admin: z.boolean(),
  permissions: permissionsSchema,
  requires_second_factor: z.boolean(),
});
/** The edited role, with the values that the user saw before editing. */
const editedRole = wantedRole.extend({ seen: wantedRole });
const asRole = ({ is_admin, requires_second_factor, ...role }: z.infer<typeof wantedRole>) => ({
  ...role,
  isAdmin: is_admin,
  requiresSecondFactor: requires_second_factor,
});

export const rolesOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/roles',
    act: 'roles.manage',
    answer: z.object({
      roles: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          is_admin: z.boolean(),
          permissions: permissionsSchema,
          requires_second_factor: z.boolean(),
          users: z.number(),
        }),
      ),
      /** Every permission, in the same order and groups as in the role settings (spec/rest-api §7). */
      permissions: z.array(
        z.object({
          key: permissionsSchema.keyof(),
          group: z.string(),
          label: z.string(),
          value: z.enum(['switch', 'reach', 'write']),
        }),
      ),
    }),
    handle: async ({ context, principal: { workspace } }) => ({
      roles: (await listRoles(context, workspace.id)).map(({ isAdmin, requiresSecondFactor, ...role }) => ({
        ...role,
        is_admin: isAdmin,
        requires_second_factor: requiresSecondFactor,
      })),
      permissions: permissionsSchema.keyof().options.map((key) => ({ key, ...permissions[key] })),
    }),
  }),
  operation({
    method: 'POST',
    path: '/roles',
    act: 'roles.manage',
    isSensitive: true,
    body: wantedRole,
    answer: z.object({ id: z.number() }),
    handle: async (caller, { body }) => {
      const { id } = await changeInWorkspace(caller, (change) => addRole(change, asRole(body)));
      return { id };
    },
  }),
  operation({
    method: 'PUT',
    path: '/roles/:id',
    act: 'roles.manage',
    isSensitive: true,
    params: idParams,
    body: editedRole,
    handle: async (caller, { params, body: { seen, ...role } }) => {
      const edited = { wanted: asRole(role), seen: asRole(seen) };
      await changeInWorkspace(caller, (change) => editRole(change, params.id as RoleId, edited));
    },
  }),
  operation({
    method: 'DELETE',
    path: '/roles/:id',
    act: 'roles.manage',
    isSensitive: true,
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => deleteRoleById(change, params.id as RoleId)),
  }),
  explainOperation(),
];
