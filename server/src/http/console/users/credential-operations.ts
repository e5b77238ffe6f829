import { z } from 'zod';
import { editClientOf, removeClientOf } from '../../../core/api-clients/index.ts';
import { removeKeyOf } from '../../../core/api-keys/index.ts';
import type { Change } from '../../../core/audit/index.ts';
import { revokeGrantAs } from '../../../core/oauth/index.ts';
import { resetFactors } from '../../../core/second-factors/index.ts';
import { endSessionOf } from '../../../core/sessions/index.ts';
import { findUserIn } from '../../../core/users/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { ApiClientId, GrantId, SessionId, UserId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, type Operation, operation } from '../operation.ts';

const id = z.coerce.number().int().positive();
const clientParams = z.strictObject({ id, client: id });
const sessionParams = z.strictObject({ id, session: id });

const userIn = (change: Change, user: number) => findUserIn(change, user as UserId);

/** Lets an administrator revoke other users' credentials and sessions (spec/rest-api §7.3). */
export const credentialOperations: readonly Operation[] = [
  operation({
    method: 'DELETE',
    path: '/users/:id/second-factors',
    act: 'credentials.end_of_others',
    isSensitive: true,
    params: idParams,
    async handle(caller, { params }) {
      await changeInWorkspace(caller, async (change) =>
        resetFactors(change, await userIn(change, params.id)),
      );
    },
  }),
  operation({
    method: 'DELETE',
    path: '/users/:id/api-key',
    act: 'credentials.end_of_others',
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, async (change) => removeKeyOf(change, await userIn(change, params.id))),
  }),
  operation({
    method: 'PATCH',
    path: '/users/:id/api-clients/:client',
    act: 'credentials.end_of_others',
    isSensitive: true,
    params: clientParams,
    body: z.strictObject({ active: credential(z.boolean()) }),
    handle: (caller, { params, body }) =>
      changeInWorkspace(caller, async (change) =>
        editClientOf(change, await userIn(change, params.id), params.client as ApiClientId, body),
      ),
  }),
  operation({
    method: 'DELETE',
    path: '/users/:id/api-clients/:client',
    act: 'credentials.end_of_others',
    params: clientParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, async (change) =>
        removeClientOf(change, await userIn(change, params.id), params.client as ApiClientId),
      ),
  }),
  operation({
    method: 'DELETE',
    path: '/users/:id/sessions/:session',
    act: 'credentials.end_of_others',
    params: sessionParams,
    handle: ({ context, principal, visitor }, { params }) =>
      endSessionOf(context, principal, {
        user: params.id as UserId,
        session: params.session as SessionId,
        origin: visitor.address,
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/grants/:id',
    act: 'credentials.end_of_others',
    params: idParams,
    async handle({ context, principal, visitor }, { params }) {
      await revokeGrantAs(context, principal, visitor.address, params.id as GrantId);
    },
  }),
];
