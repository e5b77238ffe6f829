import { z } from 'zod';
import { permissions, permissionsSchema } from '../../../core/access/index.ts';
import { addRole, deleteRoleById, editRole, listRoles } from '../../../core/roles/index.ts';
import type { RoleId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, type Operation, operation } from '../operation.ts';
import { explainOperation } from './explain.ts';

const wantedRole = z.strictObject({
  name: z.string().trim().min(1).max(100),
  is_admin: z.boolean(),
  permissions: permissionsSchema,
});
/** With what the person saw before he changed it. */
const editedRole = wantedRole.extend({ seen: wantedRole });
const asRole = ({ is_admin, ...role }: z.infer<typeof wantedRole>) => ({ ...role, isAdmin: is_admin });

/** Roles: what they hold, who has them, and what follows from it. */
export const rolesOperations = (): Operation[] => [
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
          users: z.number(),
        }),
      ),
      /** Every permission, in the order and the groups of the role settings (spec/rest-api §7). */
      permissions: z.array(
        z.object({
          key: permissionsSchema.keyof(),
          group: z.string(),
          label: z.string(),
          value: z.enum(['switch', 'reach']),
        }),
      ),
    }),
    handle: async ({ context, principal: { workspace } }) => ({
      roles: (await listRoles(context, workspace.id)).map(({ isAdmin, ...role }) => ({
        ...role,
        is_admin: isAdmin,
      })),
      permissions: permissionsSchema.keyof().options.map((key) => ({ key, ...permissions[key] })),
    }),
  }),
  operation({
    method: 'POST',
    path: '/roles',
    act: 'roles.manage',
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
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => deleteRoleById(change, params.id as RoleId)),
  }),
  explainOperation(),
];
