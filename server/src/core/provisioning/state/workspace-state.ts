import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import { Secret } from '../../../lib/crypto/secret.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { selectApiClients } from '../../api-clients/index.ts';
import { openApiKeys } from '../../api-keys/index.ts';
import type { Change } from '../../audit/index.ts';
import {
  keysOf,
  openConnectionSecret,
  selectConnections,
  selectSealedSecrets,
  showConnection,
} from '../../connections/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { selectListenerSettings } from '../../listeners/index.ts';
import { selectOAuthClients } from '../../oauth/index.ts';
import { selectRoles } from '../../roles/index.ts';
import { openSecrets } from '../../secrets/index.ts';
import { selectTriggersOfAll } from '../../triggers/index.ts';
import { noPassword, selectStoredUsers } from '../../users/index.ts';
import { openWebhookSecret, selectSealedWebhooks } from '../../webhooks/index.ts';
import { selectWorkflows } from '../../workflows/index.ts';
import { selectSettings, selectWorkspace } from '../../workspaces/index.ts';
import type { ListSection } from '../file/identity.ts';

export type Values = Readonly<Record<string, unknown>>;

/** An item of a workspace. The values have the form of the file, with every secret as a `Secret`. */
export interface StateItem {
  readonly id: number;
  readonly values: Values;
}

/** What `apply` can change in a workspace, except leads. */
export interface WorkspaceState extends Readonly<Record<ListSection, readonly StateItem[]>> {
  readonly workspace: StateItem;
  readonly settings: Values;
  readonly secrets: readonly StateItem[];
}

type Source = Pick<Change, 'transaction' | 'workspace' | 'key'>;

/**
 * Reads a workspace in the form of the file. The order is always the same. `hark pull` prints the result, and a plan
 * compares the results before and after a file has been applied.
 */
export async function readState({ transaction, workspace, key }: Source): Promise<WorkspaceState> {
  const source = [transaction, workspace, key] as const;
  // All statements are issued at once, so they share few round trips.
  const [
    stored,
    settings,
    secrets,
    roles,
    users,
    api_clients,
    oauth_clients,
    lead_fields,
    connections,
    workflows,
    webhooks,
  ] = await Promise.all([
    selectWorkspace(transaction, workspace),
    selectSettings(transaction, workspace),
    openSecrets(...source),
    readRoles(transaction, workspace),
    readUsers(...source),
    readApiClients(transaction, workspace),
    readOAuthClients(transaction, workspace),
    readLeadFields(transaction, workspace),
    readConnections(...source),
    readWorkflows(...source),
    readWebhooks(...source),
  ]);
  const { name, baseUrl: base_url, listenerHost: listener_host } = stored;
  return {
    workspace: { id: workspace, values: { name, base_url, listener_host } },
    settings,
    secrets: secrets.map(({ id, value, ...secret }) => ({
      id,
      values: { ...secret, value: secretOf(value) },
    })),
    roles,
    users,
    api_clients,
    oauth_clients,
    lead_fields,
    connections,
    workflows,
    webhooks,
  };
}

type Reader = (
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
) => Promise<StateItem[]>;
type PlainReader = (transaction: Transaction, workspace: WorkspaceId) => Promise<StateItem[]>;

const readRoles: PlainReader = async (transaction, workspace) =>
  (await selectRoles(transaction, workspace)).sort(byName).map((role) => ({
    id: role.id,
    values: {
      name: role.name,
      is_admin: role.isAdmin,
      requires_second_factor: role.requiresSecondFactor,
      permissions: role.permissions,
    },
  }));

const readUsers: Reader = async (transaction, workspace, key) => {
  const [users, keys] = await Promise.all([
    selectStoredUsers(transaction, workspace),
    openApiKeys(transaction, workspace, key),
  ]);
  return users.map(({ id, email, name, role, active, passwordHash }) => ({
    id,
    values: {
      email,
      name,
      role: role.name,
      active,
      // The hash only changes if the password does.
      password: passwordHash === noPassword ? null : secretOf(passwordHash),
      api_key: secretOf(keys.get(id) ?? null),
    },
  }));
};

const readApiClients: PlainReader = async (transaction, workspace) =>
  (await selectApiClients(transaction, workspace)).map((client) => ({
    id: client.id,
    values: {
      user: client.user.email,
      name: client.name,
      scope: client.scope,
      active: client.active,
      expires_at: client.expiresAt?.toISOString() ?? null,
      allowed_addresses: client.allowedAddresses,
    },
  }));

const readOAuthClients: PlainReader = async (transaction, workspace) =>
  (await selectOAuthClients(transaction, workspace)).map((client) => ({
    id: client.id,
    values: {
      name: client.name,
      scope: client.scope,
      // An app with a metadata document declares the rest there.
      ...(client.source === 'metadata_document'
        ? { metadata_url: client.clientId }
        : { redirect_uris: client.redirectUris, confidential: client.secretHash !== null }),
      active: client.active,
    },
  }));

/** Fields keep the order in which they were created, because the console shows them in that order. */
const readLeadFields: PlainReader = async (transaction, workspace) =>
  [...(await readFieldSet(transaction, workspace)).byAlias.values()].flatMap(
    ({ customId, alias, label, type, unique, required, options }) =>
      customId === null ? [] : [{ id: customId, values: { alias, label, type, unique, required, options } }],
  );

const readConnections: Reader = async (transaction, workspace, key) => {
  const [connections, sealed] = await Promise.all([
    selectConnections(transaction, workspace),
    selectSealedSecrets(transaction, workspace),
  ]);
  const secrets = new Map(sealed.map(({ name, sealed_secret }) => [name, sealed_secret]));
  return connections.sort(byName).map((connection) => {
    const { id, connected: _, updated_at: __, ...settings } = showConnection(connection);
    const secretKey = keysOf[connection.type].secret;
    const secret = secrets.get(connection.name);
    const opened = secret === undefined ? null : secretOf(openConnectionSecret(key, secret));
    return { id, values: { ...settings, ...(secretKey === null ? {} : { [secretKey]: opened }) } };
  });
};

const readWorkflows: Reader = async (transaction, workspace, key) => {
  const [workflows, listeners, triggers] = await Promise.all([
    selectWorkflows(transaction, workspace),
    selectListenerSettings(transaction, workspace, key),
    selectTriggersOfAll(transaction, workspace),
  ]);
  return workflows.map(({ id, name, owner, enabled, publishedVersion, steps }) => {
    const listener = listeners.get(id);
    return {
      id,
      values: {
        name,
        owner: owner.email,
        enabled,
        listener: listener && {
          ...listener,
          endpoint_key: secretOf(listener.endpoint_key),
          endpoint_secret: secretOf(listener.endpoint_secret),
          signature: { ...listener.signature, secret: listener.signature.secret.map(secretOf) },
        },
        triggers: triggers.get(id) ?? [],
        /** Null if the workflow was never published. */
        steps: publishedVersion === 0 ? null : JSON.parse(steps),
      },
    };
  });
};

const readWebhooks: Reader = async (transaction, workspace, key) =>
  (await selectSealedWebhooks(transaction, workspace)).map((webhook) => {
    const { id, name, url, types, filters, match, active, sealedSecret } = webhook;
    const secret = secretOf(openWebhookSecret(key, sealedSecret));
    return { id, values: { name, url, types, filters, match, active, secret } };
  });

/** An empty text isn't a secret. */
const secretOf = (text: string | null): Secret | string | null => (text ? new Secret(text) : text);

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : Number(a.name > b.name);
