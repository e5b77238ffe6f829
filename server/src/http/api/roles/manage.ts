import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import {
  changeRoleFrom,
  createRoleFrom,
  deleteRoleById,
  listRoles,
  readNewRole,
  readRole,
  readRoleChange,
  shownRoleKeys,
  showRole,
} from '../../../core/roles/index.ts';
import type { RoleId } from '../../../lib/ids.ts';
import { allowedCaller } from '../allowed-caller.ts';
import { recordOf } from '../json-body.ts';
import { byId, partOf, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (context: Context) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const collection = { name: 'roles', fields: shownRoleKeys, ...byId };

/** `GET /api/roles` (spec/rest-api §15). */
export const listRolesHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  return readList(request, collection, null, async (part) => {
    const roles = (await listRoles(context, workspace.id)).map(showRole);
    return partOf(roles, part, ({ id }, after) => id > after);
  });
};

/** `GET /api/roles/{id}`. */
export const readRoleHandler: Handler = (context) => async (request) => {
  const { workspace } = allowedCaller(request).principal;
  const role = await readRole(context, workspace.id, pathIdOf<RoleId>(request));
  return { role: showOne(request, collection, showRole(role)) };
};

/** `POST /api/roles/new`. */
export const createRoleHandler: Handler = (context) => async (request, reply) => {
  const wanted = readNewRole(recordOf(request, 'role'));
  const answer = await changeOnce(context, allowedCaller(request), repeatableOf(request), async (change) => ({
    status: 201,
    body: { role: await createRoleFrom(change, wanted) },
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/roles/{id}`: both change only the values in the body (spec/rest-api §15.1). */
export const changeRoleHandler: Handler = (context) => async (request, reply) => {
  const wanted = readRoleChange(recordOf(request, 'role'));
  const answer = await changeOnce(context, allowedCaller(request), repeatableOf(request), async (change) => ({
    status: 200,
    body: { role: await changeRoleFrom(change, pathIdOf<RoleId>(request), wanted) },
  }));
  return sendAnswer(reply, answer);
};

/** `DELETE /api/roles/{id}` (spec/rest-api §15.2). */
export const deleteRoleHandler: Handler = (context) => async (request, reply) => {
  const unrepeatable = { ...repeatableOf(request), key: undefined };
  await changeOnce(context, allowedCaller(request), unrepeatable, async (change) => {
    await deleteRoleById(change, pathIdOf<RoleId>(request));
    return { status: 204, body: null };
  });
  return reply.code(204).send();
};
