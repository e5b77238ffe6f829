import { z } from 'zod';
import { type HandedOut, inviteNewUser, resetPasswordOf } from '../../../core/password-links/index.ts';
import { deleteUserById, editUser, listUsers, userName } from '../../../core/users/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { RoleId, UserId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Caller, idParams, moment, type Operation, operation } from '../operation.ts';
import { credentialOperations } from './credential-operations.ts';
import { presentUser, userShape } from './user-shape.ts';
import { viewUserOperation } from './view-user.ts';

const roleId = z.number().int().positive();

const handedOut = z.object({
  name: z.string(),
  email: z.string(),
  expires_at: moment,
  /** Shown only once, and only if no mail server is configured. Null if the link was emailed. */
  url: credential(z.string()).nullable(),
});

const present = ({ user, expiresAt, url }: HandedOut): z.infer<typeof handedOut> => ({
  name: user.name,
  email: user.email,
  expires_at: expiresAt.toISOString(),
  url: url ?? null,
});

const handing = ({ actor, principal }: Caller, { mailer }: ConsoleData) => ({
  actor,
  workspace: principal.workspace,
  mailer,
});

/** Creates one-time links to set a password, for invitations and resets. */
const linkOperations = (data: ConsoleData): Operation[] => [
  operation({
    method: 'POST',
    path: '/users',
    act: 'users.manage',
    isSensitive: true,
    body: z.strictObject({ email: z.string().trim().max(254), name: userName, role: roleId }),
    answer: handedOut,
    handle: async (caller, { body: { role, ...wanted } }) =>
      present(
        await inviteNewUser(caller.context, handing(caller, data), { ...wanted, role: role as RoleId }),
      ),
  }),
  operation({
    method: 'POST',
    path: '/users/:id/reset',
    act: 'users.manage',
    isSensitive: true,
    params: idParams,
    answer: handedOut,
    handle: async (caller, { params }) =>
      present(await resetPasswordOf(caller.context, handing(caller, data), params.id as UserId)),
  }),
];

const maxUsers = 200;

export const usersOperations = (data: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/users',
    act: 'users.manage',
    query: z.strictObject({
      search: z.string().trim().min(1).max(200).optional(),
      role: z.coerce.number().int().positive().optional(),
    }),
    answer: z.object({ total: z.number(), users: z.array(userShape) }),
    handle: async ({ context, principal: { workspace } }, { query: { search = null, role = null } }) => {
      const { total, users } = await listUsers(context, workspace.id, { search, role }, maxUsers);
      return { total, users: users.map(presentUser) };
    },
  }),
  viewUserOperation(),
  operation({
    method: 'PATCH',
    path: '/users/:id',
    act: 'users.manage',
    isSensitive: true,
    params: idParams,
    body: z.strictObject({
      name: userName.optional(),
      role: roleId.optional(),
      active: z.boolean().optional(),
    }),
    async handle(caller, { params, body: { role, ...wanted } }) {
      await changeInWorkspace(caller, (change) =>
        editUser(change, params.id as UserId, { ...wanted, role: role as RoleId | undefined }),
      );
    },
  }),
  operation({
    method: 'DELETE',
    path: '/users/:id',
    act: 'users.manage',
    isSensitive: true,
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => deleteUserById(change, params.id as UserId)),
  }),
  ...linkOperations(data),
  ...credentialOperations,
];
