import { z } from 'zod';
import {
  addOwnClient,
  listOwnClients,
  removeClientOf,
  scopes,
  switchClientOf,
} from '../../../core/api-clients/index.ts';
import { proposeKey, replaceOwnKey, viewOwnKey } from '../../../core/api-keys/index.ts';
import type { ApiClientId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const apiKey = z.string();
const clientName = z.string().trim().min(1).max(100);

/** The API Settings tab: the user's own key and API clients (spec/rest-api §1.5). */
export const apiSettingsOperations = (): Operation[] => [
  operation({
    method: 'GET',
    path: '/api-settings',
    act: 'api_key.manage',
    answer: z.object({
      api_key: apiKey.nullable(),
      /** The names of the active clients that disable the key (spec/rest-api §1.5). */
      key_is_off_because_of: z.array(z.string()),
      may_use_rest_api: z.boolean(),
      may_connect_agents: z.boolean(),
      key_uses: z.array(z.object({ address: z.string(), agent: z.string(), last_used_at: moment })),
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
    }),
    handle: async ({ context, principal: { workspace, user, role } }) => {
      const { apiKey, uses } = await viewOwnKey(context, workspace.id, user.id);
      const clients = await listOwnClients(context, workspace.id, user);
      return {
        api_key: apiKey,
        key_is_off_because_of: clients
          .filter(({ active, scope }) => active && scope === 'api')
          .map(({ name }) => name),
        may_use_rest_api: role.isAdmin || role.permissions['api.access_rest'] === true,
        may_connect_agents: role.isAdmin || role.permissions['api.access_mcp'] === true,
        key_uses: uses.map(({ lastUsedAt, ...use }) => ({
          ...use,
          last_used_at: lastUsedAt.toISOString(),
        })),
        clients: clients.map(({ id, name, scope, active, createdAt, lastUsedAt }) => ({
          id,
          name,
          scope,
          active,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/api-settings/proposed-key',
    act: 'api_key.manage',
    answer: z.object({ api_key: apiKey, proposal: z.string() }),
    handle: ({ context, principal: { workspace, user } }) => {
      const { apiKey, proposal } = proposeKey(context, { workspace: workspace.id, user: user.id });
      return { api_key: apiKey, proposal };
    },
  }),
  operation({
    method: 'PUT',
    path: '/api-settings/key',
    act: 'api_key.manage',
    isSensitive: true,
    body: z.strictObject({ replaces: apiKey.nullable(), proposal: z.string() }),
    handle: (caller, { body }) =>
      changeInWorkspace(caller, (change) => replaceOwnKey(change, caller.principal.user, body)),
  }),
  operation({
    method: 'POST',
    path: '/api-settings/clients',
    act: 'api_clients.manage',
    isSensitive: true,
    body: z.strictObject({ name: clientName, scope: z.enum(scopes) }),
    answer: z.object({ token: z.string() }),
    handle: async (caller, { body }) => {
      const { token = '' } = await changeInWorkspace(caller, (change) =>
        addOwnClient(change, { user: caller.principal.user, ...body }),
      );
      return { token };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/api-settings/clients/:id',
    act: 'api_clients.manage',
    params: idParams,
    body: z.strictObject({ active: z.boolean() }),
    handle: (caller, { params, body }) =>
      changeInWorkspace(caller, (change) =>
        switchClientOf(change, caller.principal.user, params.id as ApiClientId, body.active),
      ),
  }),
  operation({
    method: 'DELETE',
    path: '/api-settings/clients/:id',
    act: 'api_clients.manage',
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) =>
        removeClientOf(change, caller.principal.user, params.id as ApiClientId),
      ),
  }),
];
