import { z } from 'zod';
import { listOwnClients, scopes } from '../../../core/api-clients/index.ts';
import { listGrants, revokeGrantAs } from '../../../core/oauth/index.ts';
import { readOwnFactors } from '../../../core/second-factors/index.ts';
import { changePassword, endSession, listSessions } from '../../../core/sessions/index.ts';
import { notCredential } from '../../../lib/credential.ts';
import type { GrantId, SessionId } from '../../../lib/ids.ts';
import { idParams, moment, type Operation, operation, RenewedSession } from '../operation.ts';
import { factorOperations, factors, presentFactors, presentPassword } from './factor-operations.ts';

/**
 * The page shows only this many grants, newest first. Only a user who authorizes the same app over and over
 * has more.
 */
const maxGrants = 100;

const newPassword = notCredential(z.string(), 'the operation asks for the present password');

const showAccount = operation({
  method: 'GET',
  path: '/account',
  act: 'sessions.manage',
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.number(),
        browser: z.string(),
        network: z.string(),
        created_at: moment,
        last_used_at: moment,
        /** Whether the request came from this session. */
        is_here: z.boolean(),
      }),
    ),
    apps: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        scope: z.enum(scopes),
        approved_at: moment,
        last_used_at: moment.nullable(),
      }),
    ),
    clients: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        scope: z.enum(scopes),
        active: z.boolean(),
        created_at: moment,
        last_used_at: moment.nullable(),
      }),
    ),
    factors,
  }),
  handle: async ({ context, session }) => {
    const { workspace, user } = session.principal;
    const [sessions, grants, clients, own] = await Promise.all([
      listSessions(context, session),
      listGrants(context, workspace.id, user.email, { limit: maxGrants }),
      listOwnClients(context, workspace.id, user),
      readOwnFactors(context, session),
    ]);
    return {
      sessions: sessions.map(({ id, browser, network, createdAt, lastUsedAt }) => ({
        ...{ id, browser, network, is_here: id === session.id },
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
      })),
      apps: grants.map(({ id, client, scope, approvedAt, lastUsedAt }) => ({
        ...{ id, name: client.name, scope },
        approved_at: approvedAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      clients: clients.map(({ id, name, scope, active, createdAt, lastUsedAt }) => ({
        ...{ id, name, scope, active },
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      factors: presentFactors(own, session),
    };
  },
});

const replacePassword = operation({
  method: 'PUT',
  path: '/account/password',
  act: 'password.change',
  body: z.strictObject({ password: presentPassword, new_password: newPassword }),
  handle: async ({ context, session, visitor }, { body }) => {
    const passwords = { present: body.password, wanted: body.new_password };
    return new RenewedSession(await changePassword(context, session, passwords, visitor));
  },
});

const signOutSession = operation({
  method: 'DELETE',
  path: '/account/sessions/:id',
  act: 'sessions.manage',
  params: idParams,
  handle: ({ context, session, visitor }, { params }) =>
    endSession(context, session, params.id as SessionId, visitor),
});

const revokeApp = operation({
  method: 'DELETE',
  path: '/account/apps/:id',
  act: 'grants.manage',
  params: idParams,
  async handle({ context, principal, visitor }, { params }) {
    await revokeGrantAs(context, principal, visitor.address, params.id as GrantId);
  },
});

/** The user's own account. API clients are changed with the operations of API Settings. */
export const accountOperations: readonly Operation[] = [
  showAccount,
  replacePassword,
  signOutSession,
  revokeApp,
  ...factorOperations,
];
