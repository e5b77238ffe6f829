import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createConnection,
  listConnections,
  readConnection,
  readConnectionChange,
  readNewConnection,
  requireConnectionManager,
  requireConnectionViewer,
  showConnection,
  shownConnectionKeys,
} from '../../../core/connections/index.ts';
import type { Context } from '../../../core/context/index.ts';
import { changeOnce } from '../../../core/idempotency/index.ts';
import { editConnection, removeConnection } from '../../../core/workflows/index.ts';
import type { ConnectionId } from '../../../lib/ids.ts';
import { authenticatedOf } from '../../request/authenticated.ts';
import { recordOf } from '../json-body.ts';
import { byId, partOf, readList, showOne } from '../list-query.ts';
import { pathIdOf } from '../path-id.ts';
import { repeatableOf, sendAnswer } from '../repeatable.ts';

type Handler = (
  context: Context,
  /** The operator's HARK_EGRESS_ALLOW. */
  allow: ReadonlySet<string>,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Returns the caller, who must be an administrator. Runs after the form of the body is checked. */
function managerOf(request: FastifyRequest) {
  const { principal } = authenticatedOf(request);
  requireConnectionManager(principal);
  return { principal, origin: request.ip };
}

const collection = {
  name: 'connections',
  fields: shownConnectionKeys,
  ...byId,
};

/** `GET /api/connections` (spec/connections §4.2). */
export const listConnectionsHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  requireConnectionViewer(principal);
  return readList(request, collection, null, async (part) => {
    const connections = (await listConnections(context, principal)).map(showConnection);
    return partOf(connections, part, ({ id }, after) => id > after);
  });
};

/** `GET /api/connections/{id}`. */
export const readConnectionHandler: Handler = (context) => async (request) => {
  const { principal } = authenticatedOf(request);
  requireConnectionViewer(principal);
  const found = await readConnection(context, principal, pathIdOf<ConnectionId>(request));
  return { connection: showOne(request, collection, showConnection(found)) };
};

/** `POST /api/connections/new`. */
export const createConnectionHandler: Handler = (context, allow) => async (request, reply) => {
  const wanted = readNewConnection(recordOf(request, 'connection'));
  const answer = await changeOnce(context, managerOf(request), repeatableOf(request), async (change) => ({
    status: 201,
    body: { connection: showConnection(await createConnection(change, { allow }, wanted)) },
  }));
  return sendAnswer(reply, answer);
};

/** `PATCH` and `PUT /api/connections/{id}`: both change only the values in the body. */
export const changeConnectionHandler: Handler = (context, allow) => async (request, reply) => {
  const wanted = readConnectionChange(recordOf(request, 'connection'));
  const answer = await changeOnce(context, managerOf(request), repeatableOf(request), async (change) => ({
    status: 200,
    body: {
      connection: showConnection(
        await editConnection(change, { allow }, pathIdOf<ConnectionId>(request), wanted),
      ),
    },
  }));
  return sendAnswer(reply, answer);
};

/** `DELETE /api/connections/{id}`. */
export const deleteConnectionHandler: Handler = (context) => async (request, reply) => {
  const unrepeatable = { ...repeatableOf(request), key: undefined };
  await changeOnce(context, managerOf(request), unrepeatable, async (change) => {
    await removeConnection(change, pathIdOf<ConnectionId>(request));
    return { status: 204, body: null };
  });
  return reply.code(204).send();
};
