import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { ApiClientId, GrantId, OAuthClientId, RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Workspace, WorkspaceSettings } from '../workspaces/index.ts';
import { permissionsSchema } from './permissions.ts';
import type { Principal } from './principal.ts';

/**
 * Cache versions. A version changes whenever its data changes, so an entry cached under a version is never
 * stale.
 */
export interface Versions {
  /** Changes with the workspace's set of lead fields. */
  readonly fields: number;
  /** Changes with the names of the workspace's users. */
  readonly names: number;
  /** Changes with anything that the workspace's templates can read, including secrets. */
  readonly values: number;
}

/** The user, the state of the credential, and the settings that every request needs. */
export interface FoundCredential {
  readonly user: Principal['user'];
  readonly role: Principal['role'];
  readonly settings: WorkspaceSettings;
  readonly versions: Versions;
  /**
   * Set only for an API key: the key is disabled while the same user has an active client with scope `api`
   * (spec/rest-api §1.5).
   */
  readonly isDisabled: boolean;
  /** When the credential expires. Null means never; an app's token that has expired isn't found. */
  readonly expiresAt: Date | null;
  /** The IP addresses and ranges that the credential is accepted from. An empty list allows any. */
  readonly allowedAddresses: readonly string[];
  /** The client that made the request; null for an API key. */
  readonly client: CallingClient | null;
  /** Whether the last use was recorded less than a minute ago. */
  readonly wasUsedLately: boolean;
}

/** The client behind a token. For an app's token, the last use is recorded on the grant. */
export type CallingClient = { readonly name: string } & (
  | { readonly type: 'api_client'; readonly id: ApiClientId; readonly hasPreviousToken: boolean }
  | { readonly type: 'oauth_client'; readonly id: OAuthClientId; readonly grant: GrantId }
);

interface LookUp {
  readonly answersAtHost: boolean;
  readonly workspace: Workspace;
  readonly found: FoundCredential | undefined;
}

export type LookUpQuery = Statement;

interface WorkspaceRow {
  answers_at_host: boolean;
  workspace_name: string;
  base_url: string;
  host: string;
  listener_host: string | null;
  is_suspended: boolean;
}

/** All columns are null if the credential is unknown. */
type CallerRow = Omit<Tables['workspace_settings'], 'workspace_id' | 'metadata_clients' | 'agent_tools_off'> &
  Pick<WorkspaceSettings, 'metadata_clients' | 'agent_tools_off'> & {
    user_id: number | null;
    user_name: string;
    email: string;
    role_id: number;
    role_name: string;
    is_admin: boolean;
    permissions: unknown;
    is_disabled: boolean;
    expires_at: Date | null;
    allowed_addresses: string[];
    client_id: number | null;
    client_name: string | null;
    /** Set only for an app's token. */
    grant_id: number | null;
    /** Whether the token is the one before the client's last rotation. */
    is_previous: boolean;
    was_used_lately: boolean;
  };

/**
 * Condition: the workspace is served at this host. That is its own host, or any host if it is the only
 * workspace (spec/provisioning §1.2). It is checked in the same statement as the credential, so a process
 * that cached the host's workspace learns from the same row whether its cache is still current.
 */
const answering = (host: string) => sql`
  w.host = ${host} or (w.listener_host is distinct from ${host}
    and not exists (select from workspaces o where o.id <> w.id)) as answers_at_host,
  w.name as workspace_name, w.base_url, w.host, w.listener_host, w.suspended_at is not null as is_suspended`;
/**
 * The columns for the user that the credential acts as, their role and the settings. Deactivated users don't
 * match.
 */
const actingUser = sql`
  u.id as user_id, u.name as user_name, u.email, r.id as role_id, r.name as role_name, r.is_admin,
  r.permissions,
  s.default_page_size, s.rate_limit_per_minute, s.rate_limit_burst, s.listener_limit_per_second,
  s.listener_limit_per_day, s.runs_in_flight,
  s.mail_limit_per_day, s.run_retention_days, s.restore_days, s.history_days, s.metadata_clients, s.timezone, s.agent_call_days,
  s.agent_tools_off,
  s.lead_fields_version, s.user_names_version, s.template_values_version`;
const joinedUser = sql`
  join users u on u.workspace_id = c.workspace_id and u.id = c.user_id and u.active
  join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
  join workspace_settings s on s.workspace_id = u.workspace_id`;

/**
 * Query by API key, which may be stored under either hash. A row without a user means that the key is
 * unknown; no row means that the workspace is unknown.
 */
export const keyLookUp = (
  workspace: WorkspaceId,
  host: string,
  [keyHash, otherHash]: readonly [Buffer, Buffer],
): Statement => sql`
    select ${answering(host)}, ${actingUser}, null as client_id, null as client_name, null as grant_id,
           false as is_previous, true as was_used_lately, null::timestamptz as expires_at, c.allowed_addresses,
           exists (select from api_clients a
                   where a.workspace_id = ${workspace} and a.user_id = u.id and a.active and a.scope = 'api') as is_disabled
    from workspaces w left join (api_keys c ${joinedUser})
      on c.workspace_id = ${workspace} and c.key_hash in (${keyHash}, ${otherHash})
    where w.id = ${workspace}`;

/**
 * Query by the token of an API client, or by its previous token until the overlap ends (spec/rest-api §1.11). A client
 * that has expired is found too, because its error is different.
 */
export const tokenLookUp = (
  workspace: WorkspaceId,
  host: string,
  tokenHash: Buffer,
  scope: 'api' | 'mcp',
  now: Date,
): Statement => sql`
    select ${answering(host)}, ${actingUser}, c.id as client_id, c.name as client_name, null as grant_id,
           false as is_disabled, c.expires_at, c.allowed_addresses, c.token_hash <> ${tokenHash} as is_previous,
           coalesce(case when c.token_hash = ${tokenHash} then c.last_used_at else c.previous_token_used_at end
                    > ${now}::timestamptz - interval '1 minute', false) as was_used_lately
    from workspaces w left join (api_clients c ${joinedUser})
      on c.workspace_id = ${workspace} and c.active and c.scope = ${scope}
        and (c.token_hash = ${tokenHash} or (c.previous_token_hash = ${tokenHash} and c.previous_token_until > ${now}))
    where w.id = ${workspace}`;

/**
 * Query by access token. Matches only if the token hasn't expired, its grant hasn't been revoked, and the app
 * is enabled (spec/oauth §1.4, spec/rest-api §3.3).
 */
export const accessTokenLookUp = (
  workspace: WorkspaceId,
  host: string,
  tokenHash: Buffer,
  scope: 'api' | 'mcp',
  now: Date,
): Statement => sql`
    select ${answering(host)}, ${actingUser}, k.id as client_id, k.name as client_name, c.id as grant_id,
           false as is_disabled, null::timestamptz as expires_at, '{}'::text[] as allowed_addresses, false as is_previous,
           coalesce(c.last_used_at > ${now}::timestamptz - interval '1 minute', false) as was_used_lately
    from workspaces w left join (
      oauth_tokens t
      join oauth_grants c on c.workspace_id = t.workspace_id and c.id = t.grant_id and c.ended_at is null
      join oauth_clients k on k.workspace_id = c.workspace_id and k.id = c.client_id and k.active
      ${joinedUser})
      on t.workspace_id = ${workspace} and t.token_hash = ${tokenHash} and t.kind = 'access'
        and t.expires_at > ${now} and c.scope = ${scope}
    where w.id = ${workspace}`;

/** Returns undefined if the workspace doesn't exist. */
export async function selectCaller(
  transaction: Transaction,
  id: WorkspaceId,
  query: LookUpQuery,
): Promise<LookUp | undefined> {
  const row = await transaction.first<WorkspaceRow & CallerRow>(query);
  if (!row) return undefined;
  const { answers_at_host, workspace_name, base_url, host, listener_host, is_suspended, ...caller } = row;
  const workspace = {
    id,
    name: workspace_name,
    baseUrl: base_url,
    host,
    listenerHost: listener_host,
    isSuspended: is_suspended,
  };
  return { answersAtHost: answers_at_host, workspace, found: readCaller(caller) };
}

function readCaller(row: CallerRow): FoundCredential | undefined {
  const { user_id, user_name, email, role_id, role_name, is_admin, permissions, is_disabled, ...rest } = row;
  const { client_id, client_name, grant_id, is_previous, was_used_lately, ...limited } = rest;
  const { expires_at, allowed_addresses, ...more } = limited;
  const { lead_fields_version, user_names_version, template_values_version, ...settings } = more;
  if (user_id === null) return undefined;
  return {
    user: { id: user_id as UserId, name: user_name, email },
    role: {
      id: role_id as RoleId,
      name: role_name,
      isAdmin: is_admin,
      permissions: permissionsSchema.parse(permissions),
    },
    settings,
    versions: { fields: lead_fields_version, names: user_names_version, values: template_values_version },
    isDisabled: is_disabled,
    expiresAt: expires_at,
    allowedAddresses: allowed_addresses,
    client: readClient(client_id, client_name ?? '', grant_id, is_previous),
    wasUsedLately: was_used_lately,
  };
}

function readClient(
  id: number | null,
  name: string,
  grant: number | null,
  hasPreviousToken: boolean,
): CallingClient | null {
  if (id === null) return null;
  if (grant === null) return { type: 'api_client', id: id as ApiClientId, name, hasPreviousToken };
  return { type: 'oauth_client', id: id as OAuthClientId, name, grant: grant as GrantId };
}

/** Records the credential's last use, at most once a minute (spec/rest-api §1.8). */
export async function updateLastUsed(
  transaction: Transaction,
  workspace: WorkspaceId,
  client: CallingClient,
  now: Date,
): Promise<void> {
  if (client.type === 'oauth_client') {
    await transaction.query(sql`
      update oauth_grants set last_used_at = ${now}
      where workspace_id = ${workspace} and id = ${client.grant}
        and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`);
    return;
  }
  await transaction.query(
    client.hasPreviousToken
      ? sql`
          update api_clients set last_used_at = ${now}, previous_token_used_at = ${now}
          where workspace_id = ${workspace} and id = ${client.id}
            and (previous_token_used_at is null or previous_token_used_at < ${now}::timestamptz - interval '1 minute')`
      : sql`
          update api_clients set last_used_at = ${now}
          where workspace_id = ${workspace} and id = ${client.id}
            and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`,
  );
}
