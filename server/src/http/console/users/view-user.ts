import { z } from 'zod';
import { scopes } from '../../../core/api-clients/index.ts';
import { type UserOverview, viewUser } from '../../../core/user-overview/index.ts';
import type { UserId } from '../../../lib/ids.ts';
import { type Caller, idParams, moment, operation } from '../operation.ts';
import { presentUser, userShape } from './user-shape.ts';

const credential = z.object({
  kind: z.enum(['api_key', 'api_client', 'grant', 'session']),
  id: z.number(),
  /** The name of the client, app or browser. An API key has no name. */
  name: z.string(),
  scope: z.enum(scopes).nullable(),
  /** The network of a session's IP address. */
  network: z.string().nullable(),
  /** Whether the credential itself is valid now. */
  active: z.boolean(),
  created_at: moment.nullable(),
  last_used_at: moment.nullable(),
  /** Set only for an API client that expires. */
  expires_at: moment.nullable(),
  /** The IP addresses that a key or an API client is accepted from. An empty list allows any. */
  allowed_addresses: z.array(z.string()),
  /** Whether this is the session that sent the request. */
  is_here: z.boolean(),
});
type Credential = z.infer<typeof credential>;

export const viewUserOperation = () =>
  operation({
    method: 'GET',
    path: '/users/:id',
    act: 'users.manage',
    params: idParams,
    answer: z.object({
      user: userShape,
      is_last_administrator: z.boolean(),
      owns: z.object({
        leads: z.number(),
        workflows: z.array(z.object({ id: z.number(), name: z.string(), is_on: z.boolean() })),
      }),
      second_factors: z.object({ has_app: z.boolean(), passkeys: z.number() }),
      credentials: z.array(credential),
      key_uses: z.array(z.object({ address: z.string(), agent: z.string(), last_used_at: moment })),
    }),
    handle: async (caller, { params }) => {
      const read = await viewUser(caller.context, caller.principal, params.id as UserId);
      return {
        user: presentUser(read.user),
        is_last_administrator: read.isLast,
        owns: {
          leads: read.leads,
          workflows: read.workflows.map(({ id, name, isSwitchedOn }) => ({ id, name, is_on: isSwitchedOn })),
        },
        second_factors: { has_app: read.factors.appSince !== null, passkeys: read.factors.passkeys.length },
        credentials: credentialsOf(caller, read),
        key_uses: read.key.uses.map(({ lastUsedAt, ...use }) => ({
          ...use,
          last_used_at: lastUsedAt.toISOString(),
        })),
      };
    },
  });

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;

function credentialsOf(
  { session: here }: Caller,
  { user, key, clients, grants, sessions }: UserOverview,
): Credential[] {
  const plain = {
    network: null,
    active: true,
    is_here: false,
    expires_at: null,
    allowed_addresses: [] as string[],
  } as const;
  // An active client with scope `api` disables the key (spec/rest-api §1.5).
  const isKeyOn = !clients.some(({ active, scope }) => active && scope === 'api');
  const keys: Credential[] = key.exists
    ? [
        {
          ...plain,
          kind: 'api_key',
          id: user.id,
          name: '',
          scope: 'api',
          active: isKeyOn,
          created_at: null,
          last_used_at: iso(key.uses[0]?.lastUsedAt),
          allowed_addresses: [...key.allowedAddresses],
        },
      ]
    : [];
  return [
    ...keys,
    ...clients.map(({ id, name, scope, active, ...client }) => ({
      ...plain,
      kind: 'api_client' as const,
      id,
      name,
      scope,
      active,
      created_at: iso(client.createdAt),
      last_used_at: iso(client.lastUsedAt),
      expires_at: iso(client.expiresAt),
      allowed_addresses: [...client.allowedAddresses],
    })),
    ...grants.map(({ id, client, scope, approvedAt, lastUsedAt }) => ({
      ...plain,
      kind: 'grant' as const,
      id,
      name: client.name,
      scope,
      created_at: iso(approvedAt),
      last_used_at: iso(lastUsedAt),
    })),
    ...sessions.map(({ id, browser, network, createdAt, lastUsedAt }) => ({
      ...plain,
      kind: 'session' as const,
      id,
      name: browser,
      scope: null,
      network,
      created_at: iso(createdAt),
      last_used_at: iso(lastUsedAt),
      is_here: id === here.id,
    })),
  ];
}
