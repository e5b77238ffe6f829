import { z } from 'zod';
import { type HandedOut, inviteNewUser, resetPasswordOf } from '../../../core/password-links/index.ts';
import type { RoleId, UserId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Caller, idParams, moment, type Operation, operation } from '../operation.ts';
import { roleId, userName } from './fields.ts';

const handedOut = z.object({
  name: z.string(),
  email: z.string(),
  expires_at: moment,
  /** This once, and only where there is no mail; null when it was mailed. */
  url: z.string().nullable(),
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

/** Links by which people set their password: an invitation, and a reset. */
export const linkOperations = (data: ConsoleData): Operation[] => [
  operation({
    method: 'POST',
    path: '/users',
    act: 'users.manage',
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
    params: idParams,
    answer: handedOut,
    handle: async (caller, { params }) =>
      present(await resetPasswordOf(caller.context, handing(caller, data), params.id as UserId)),
  }),
];
