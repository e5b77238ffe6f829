import { z } from 'zod';
import {
  addOwnClient,
  allowedAddresses,
  editClientOf,
  listOwnClients,
  maxOverlapHours,
  removeClientOf,
  rotateTokenOf,
  scopes,
} from '../../../core/api-clients/index.ts';
import {
  limitOwnKey,
  proposeKey,
  readOwnKey,
  replaceOwnKey,
  viewOwnKey,
} from '../../../core/api-keys/index.ts';
import { credential } from '../../../lib/credential.ts';
import type { ApiClientId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const apiKey = credential(z.string());
const proposal = credential(z.string());
const token = credential(z.string());
const clientName = z.string().trim().min(1).max(100);
/** Null means never. */
const expiry = credential(moment).nullable();

const iso = (at: Date | null) => at?.toISOString() ?? null;
const dateOf = (text: string | null) => (text === null ? null : new Date(text));

const showSettings = operation({
  method: 'GET',
  path: '/api-settings',
  act: 'api_key.manage',
  answer: z.object({
    /** The last four characters of the key. Null if the user has no key. */
    api_key_ends_with: z.string().nullable(),
    /** The IP addresses that the key is accepted from. An empty list allows any. */
    key_addresses: z.array(z.string()),
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
        expires_at: moment.nullable(),
        allowed_addresses: z.array(z.string()),
        /** The token before the last rotation, while it is still accepted. */
        previous_token: z.object({ until: moment, last_used_at: moment.nullable() }).nullable(),
      }),
    ),
  }),
  handle: async ({ context, principal: { workspace, user, role } }) => {
    const now = context.clock.now();
    const { endsWith, allowedAddresses, uses } = await viewOwnKey(context, workspace.id, user.id);
    const clients = await listOwnClients(context, workspace.id, user);
    return {
      api_key_ends_with: endsWith,
      key_addresses: [...allowedAddresses],
      key_is_off_because_of: clients
        .filter(({ active, scope }) => active && scope === 'api')
        .map(({ name }) => name),
      may_use_rest_api: role.isAdmin || role.permissions['api.access_rest'] === true,
      may_connect_agents: role.isAdmin || role.permissions['api.access_mcp'] === true,
      key_uses: uses.map(({ lastUsedAt, ...use }) => ({
        ...use,
        last_used_at: lastUsedAt.toISOString(),
      })),
      clients: clients.map((client) => ({
        id: client.id,
        name: client.name,
        scope: client.scope,
        active: client.active,
        created_at: client.createdAt.toISOString(),
        last_used_at: iso(client.lastUsedAt),
        expires_at: iso(client.expiresAt),
        allowed_addresses: [...client.allowedAddresses],
        previous_token:
          client.previousTokenUntil && client.previousTokenUntil > now
            ? {
                until: client.previousTokenUntil.toISOString(),
                last_used_at: iso(client.previousTokenUsedAt),
              }
            : null,
      })),
    };
  },
});

const showKey = operation({
  method: 'GET',
  path: '/api-settings/key',
  act: 'api_key.manage',
  isSensitive: true,
  answer: z.object({ api_key: apiKey.nullable() }),
  handle: async ({ context, principal: { workspace, user } }) => ({
    api_key: await readOwnKey(context, workspace.id, user.id),
  }),
});

const proposeNewKey = operation({
  method: 'POST',
  path: '/api-settings/proposed-key',
  act: 'api_key.manage',
  isSensitive: true,
  answer: z.object({ api_key: apiKey, proposal }),
  handle: async ({ context, principal: { workspace, user } }) => {
    const { apiKey, proposal } = await proposeKey(context, { workspace: workspace.id, user: user.id });
    return { api_key: apiKey, proposal };
  },
});

const replaceKey = operation({
  method: 'PUT',
  path: '/api-settings/key',
  act: 'api_key.manage',
  isSensitive: true,
  body: z.strictObject({ proposal }),
  handle: (caller, { body }) =>
    changeInWorkspace(caller, (change) => replaceOwnKey(change, caller.principal.user, body.proposal)),
});

const limitKey = operation({
  method: 'PUT',
  path: '/api-settings/key-addresses',
  act: 'api_key.manage',
  isSensitive: true,
  body: z.strictObject({ allowed_addresses: allowedAddresses }),
  handle: (caller, { body }) =>
    changeInWorkspace(caller, (change) => limitOwnKey(change, caller.principal.user, body.allowed_addresses)),
});

const addClient = operation({
  method: 'POST',
  path: '/api-settings/clients',
  act: 'api_clients.manage',
  isSensitive: true,
  body: z.strictObject({
    name: clientName,
    scope: z.enum(scopes),
    expires_at: expiry,
    allowed_addresses: allowedAddresses,
  }),
  answer: z.object({ token }),
  handle: async (caller, { body: { name, scope, expires_at, allowed_addresses } }) => {
    const { token = '' } = await changeInWorkspace(caller, (change) =>
      addOwnClient(change, {
        user: caller.principal.user,
        name,
        scope,
        expiresAt: dateOf(expires_at),
        allowedAddresses: allowed_addresses,
      }),
    );
    return { token };
  },
});

const editClient = operation({
  method: 'PATCH',
  path: '/api-settings/clients/:id',
  act: 'api_clients.manage',
  isSensitive: true,
  params: idParams,
  body: z.strictObject({
    active: credential(z.boolean()).optional(),
    expires_at: expiry.optional(),
    allowed_addresses: allowedAddresses.optional(),
  }),
  handle: (caller, { params, body: { active, expires_at, allowed_addresses } }) =>
    changeInWorkspace(caller, (change) =>
      editClientOf(change, caller.principal.user, params.id as ApiClientId, {
        active,
        expiresAt: expires_at === undefined ? undefined : dateOf(expires_at),
        allowedAddresses: allowed_addresses,
      }),
    ),
});

const rotateToken = operation({
  method: 'POST',
  path: '/api-settings/clients/:id/rotate',
  act: 'api_clients.manage',
  isSensitive: true,
  params: idParams,
  body: z.strictObject({
    /** How long the present token stays valid. */
    overlap_hours: z.int().min(0).max(maxOverlapHours),
    expires_at: expiry,
  }),
  answer: z.object({ token }),
  handle: async (caller, { params, body: { overlap_hours, expires_at } }) => ({
    token: await changeInWorkspace(caller, (change) =>
      rotateTokenOf(change, caller.principal.user, params.id as ApiClientId, {
        overlapHours: overlap_hours,
        expiresAt: dateOf(expires_at),
      }),
    ),
  }),
});

const removeClient = operation({
  method: 'DELETE',
  path: '/api-settings/clients/:id',
  act: 'api_clients.manage',
  params: idParams,
  handle: (caller, { params }) =>
    changeInWorkspace(caller, (change) =>
      removeClientOf(change, caller.principal.user, params.id as ApiClientId),
    ),
});

/** The API Settings tab: the user's own key and API clients (spec/rest-api §1.5). */
export const apiSettingsOperations: readonly Operation[] = [
  showSettings,
  showKey,
  proposeNewKey,
  replaceKey,
  limitKey,
  addClient,
  editClient,
  rotateToken,
  removeClient,
];
