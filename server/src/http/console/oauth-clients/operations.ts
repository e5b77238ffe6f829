import { z } from 'zod';
import { scopes } from '../../../core/api-clients/index.ts';
import {
  deleteOAuthClient,
  editOAuthClient,
  issueOAuthClient,
  listOAuthClients,
} from '../../../core/oauth/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { OAuthClientId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, type Operation, operation } from '../operation.ts';
import { clientShape, presentClient } from './present-client.ts';
import { viewClientOperations } from './view-client.ts';

const redirectUris = credential(z.array(z.string().trim().min(1).max(2_000)).min(1).max(20));

/** Apps that many users can approve (spec/oauth §1). */
export const oauthClientsOperations = (data: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/oauth-clients',
    act: 'oauth_clients.manage',
    answer: z.object({ clients: z.array(clientShape) }),
    handle: async ({ context, principal: { workspace } }) => ({
      clients: (await listOAuthClients(context, workspace.id)).map(presentClient),
    }),
  }),
  ...viewClientOperations(data),
  operation({
    method: 'POST',
    path: '/oauth-clients',
    act: 'oauth_clients.manage',
    isSensitive: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      scope: z.enum(scopes),
      redirect_uris: redirectUris,
      confidential: z.boolean(),
    }),
    answer: z.object({
      id: z.number(),
      client_id: z.string(),
      /** Shown only once. Null for a public client. */
      client_secret: credential(z.string()).nullable(),
    }),
    handle: async (caller, { body }) => {
      const { id, clientId, secret } = await changeInWorkspace(caller, (change) =>
        issueOAuthClient(change, body),
      );
      return { id, client_id: clientId, client_secret: secret ?? null };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/oauth-clients/:id',
    act: 'oauth_clients.manage',
    isSensitive: true,
    params: idParams,
    body: z.strictObject({ redirect_uris: redirectUris.optional(), active: z.boolean().optional() }),
    handle: (caller, { params, body }) =>
      changeInWorkspace(caller, (change) => editOAuthClient(change, params.id as OAuthClientId, body)),
  }),
  operation({
    method: 'DELETE',
    path: '/oauth-clients/:id',
    act: 'oauth_clients.manage',
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => deleteOAuthClient(change, params.id as OAuthClientId)),
  }),
];
