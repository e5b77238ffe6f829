import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import { createUserOnce } from '../../../core/password-links/index.ts';
import {
  changeUser,
  deleteUserById,
  findUserIn,
  listUsersById,
  readNewUser,
  readUser,
  readUserChange,
  shownUserKeys,
  showUser,
} from '../../../core/users/index.ts';
import type { UserId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { allowedCaller } from '../allowed-caller.ts';
import { recordOf } from '../json-body.ts';
import { byId, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = { name: 'users', fields: shownUserKeys, ...byId };

/** `GET /api/users/self`: returns the user that the request acts as (spec/rest-api §4.8). */
export function showSelf(request: FastifyRequest) {
  const { user, role } = authenticatedOf(request).principal;
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      role: { id: role.id, name: role.name, is_admin: role.isAdmin },
    },
  };
}

/** `GET /api/users` (spec/rest-api §14). */
export const listUsersHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  return readList(request, collection, null, async (part) => {
    const { total, users } = await listUsersById(context, workspace.id, part);
    return { total, records: users.map(showUser) };
  });
};

/** `GET /api/users/{id}`. */
export const readUserHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  const user = await readUser(context, workspace.id, pathIdOf<UserId>(request));
  return { user: showOne(request, collection, showUser(user)) };
};

/** `POST /api/users/new` (spec/rest-api §14.1). */
export const createUserHandler: Handler = (context) => async (request, reply) => {
  const wanted = readNewUser(recordOf(request, 'user'));
  return sendAnswer(
    reply,
    await createUserOnce(context, allowedCaller(request), repeatableOf(request), wanted),
  );
};

/** `PATCH` and `PUT /api/users/{id}`: both change only the values in the body (spec/rest-api §14.2). */
export const changeUserHandler: Handler = (context) => async (request, reply) => {
  const wanted = readUserChange(recordOf(request, 'user'));
  const id = pathIdOf<UserId>(request);
  const answer = await changeOnce(context, allowedCaller(request), repeatableOf(request), async (change) => {
    await changeUser(change, id, wanted);
    return { status: 200, body: { user: showUser(await findUserIn(change, id)) } };
  });
  return sendAnswer(reply, answer);
};

/** `DELETE /api/users/{id}` (spec/rest-api §14.3). */
export const deleteUserHandler: Handler = (context) => async (request, reply) => {
  const unrepeatable = { ...repeatableOf(request), key: undefined };
  await changeOnce(context, allowedCaller(request), unrepeatable, async (change) => {
    await deleteUserById(change, pathIdOf<UserId>(request));
    return { status: 204, body: null };
  });
  return reply.code(204).send();
};
