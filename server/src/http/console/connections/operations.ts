import { z } from 'zod';
import {
  ConnectionProblem,
  clientAuths,
  connectionSchema,
  connectionTypes,
  createConnection,
  grants,
  redirectUri,
  showConnection,
} from '../../../core/connections/index.ts';
import { editConnection, listConnectionsWithUses, removeConnection } from '../../../core/workflows/index.ts';
import type { ConnectionId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { locate } from '../locate.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';

const text = z.string().nullable();

const connection = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(connectionTypes),
  origin: z.string(),
  username: text,
  header: text,
  grant: z.enum(grants).nullable(),
  token_url: text,
  authorize_url: text,
  client_id: text,
  client_auth: z.enum(clientAuths).nullable(),
  scope: text,
  /** Null unless the grant is `authorization_code`. */
  connected: z.boolean().nullable(),
  updated_at: moment,
  /** Where an administrator signs in to the outside service. Null unless the grant is `authorization_code`. */
  connect_path: text,
  /** Steps of published workflows that use the connection. It can't be deleted or renamed while there are any. */
  uses: z.array(z.object({ workflow: z.object({ id: z.number(), name: z.string() }), step: z.string() })),
});

/** Shows each issue next to its field. */
function locateEach(error: unknown): never {
  if (!(error instanceof ConnectionProblem)) return locate(error);
  throw new WrongInput(error.issues.map(({ key, message }) => ({ path: key, message })));
}

/** Connections are named credentials for HTTP requests. No response contains a secret. */
export const connectionsOperations = ({ egressAllow: allow }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/connections',
    act: 'connections.view',
    answer: z.object({
      connections: z.array(connection),
      /** The redirect URI to register at the outside service. */
      redirect_uri: z.string(),
    }),
    handle: async ({ context, principal: { workspace } }) => {
      const connections = await listConnectionsWithUses(context, workspace.id);
      return {
        connections: connections.map(({ uses, ...one }) => ({
          ...showConnection(one),
          connect_path: one.grant === 'authorization_code' ? `/connections/${one.id}/connect` : null,
          uses: [...uses],
        })),
        redirect_uri: redirectUri(workspace.baseUrl),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/connections',
    act: 'connections.manage',
    isSensitive: true,
    body: connectionSchema,
    answer: z.object({ id: z.number() }),
    handle: async (caller, { body }) => {
      const save = changeInWorkspace(caller, (change) => createConnection(change, { allow }, body));
      const { id } = await save.catch(locateEach);
      return { id };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/connections/:id',
    act: 'connections.manage',
    isSensitive: true,
    params: idParams,
    body: connectionSchema,
    handle: async (caller, { params, body }) => {
      await changeInWorkspace(caller, (change) =>
        editConnection(change, { allow }, params.id as ConnectionId, body),
      ).catch(locateEach);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/connections/:id',
    act: 'connections.manage',
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => removeConnection(change, params.id as ConnectionId)),
  }),
];
