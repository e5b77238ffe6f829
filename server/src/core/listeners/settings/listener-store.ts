import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { ListenerId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { servesListenersAt } from '../../workspaces/index.ts';
import { openSecrets, openSetting, sealSecrets, sealSetting } from './compile-setting.ts';
import type { Hashes, Listener, ListenerSettings, TemplatedSettings } from './listener.ts';

type ListenerRow = Tables['listeners'] &
  Pick<
    Tables['workspace_settings'],
    | 'template_values_version'
    | 'timezone'
    | 'listener_limit_per_second'
    | 'listener_limit_per_day'
    | 'runs_in_flight'
  > &
  Pick<Tables['workflow_versions'], 'reads_raw'> &
  Pick<Tables['workspaces'], 'base_url' | 'listener_host'> & {
    workspace_name: string;
    is_on: boolean;
    is_suspended: boolean;
  };

const listenersWith = (condition: Statement): Statement => sql`
  select l.workspace_id, l.id, l.workflow_id, l.first_hash, l.second_hash, l.add_authentication, l.sealed_endpoint_key,
         l.sealed_endpoint_secret, l.allow_cors, l.cors_domains, l.respond_with, l.idempotency_header, l.version,
         l.signature, l.sealed_signature_secrets, l.dedupe, l.receipts,
         w.enabled and u.active as is_on, coalesce(v.reads_raw, false) as reads_raw, s.template_values_version, s.timezone,
         s.listener_limit_per_second, s.listener_limit_per_day, s.runs_in_flight, d.name as workspace_name, d.base_url, d.listener_host,
         d.suspended_at is not null as is_suspended
  from listeners l
  join workspaces d on d.id = l.workspace_id
  join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
  left join workflow_versions v
    on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
  join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
  join workspace_settings s on s.workspace_id = l.workspace_id
  where ${condition}`;

const toListener = (row: ListenerRow, key: InstallationKey): Listener => ({
  id: row.id as ListenerId,
  firstHash: row.first_hash,
  secondHash: row.second_hash,
  version: row.version,
  valuesVersion: row.template_values_version,
  workspace: {
    name: row.workspace_name,
    baseUrl: row.base_url,
    listenerHost: row.listener_host,
    zone: row.timezone,
  },
  listener_limit_per_second: row.listener_limit_per_second,
  listener_limit_per_day: row.listener_limit_per_day,
  runs_in_flight: row.runs_in_flight,
  isSwitchedOn: row.is_on,
  isSuspended: row.is_suspended,
  wantsRaw: row.reads_raw,
  openSettings: () => ({
    add_authentication: row.add_authentication,
    endpoint_key: openSetting(key, row.sealed_endpoint_key),
    endpoint_secret: openSetting(key, row.sealed_endpoint_secret),
    allow_cors: row.allow_cors,
    cors_domains: row.cors_domains,
    respond_with: row.respond_with as ListenerSettings['respond_with'],
    idempotency_header: row.idempotency_header,
    signature: signatureOf(row, key),
    dedupe: row.dedupe as ListenerSettings['dedupe'],
    receipts: row.receipts,
  }),
});

const signatureOf = (
  {
    signature,
    sealed_signature_secrets,
  }: Pick<Tables['listeners'], 'signature' | 'sealed_signature_secrets'>,
  key: InstallationKey,
): ListenerSettings['signature'] => ({
  ...(signature as Omit<ListenerSettings['signature'], 'secret'>),
  secret: openSecrets(key, sealed_signature_secrets),
});

/** The signature settings without their secrets, which are stored sealed. */
const withoutSecret = ({ secret: _, ...settings }: ListenerSettings['signature']) => JSON.stringify(settings);

/**
 * Finds a listener. One row must match both hashes (spec/listeners §1.1), and the host must serve its
 * workspace.
 */
export async function selectByHashes(
  transaction: Transaction,
  workspace: WorkspaceId,
  host: string,
  { first, second }: Hashes,
  key: InstallationKey,
): Promise<Listener | undefined> {
  const row = await transaction.first<ListenerRow>(
    listenersWith(
      sql`l.workspace_id = ${workspace} and l.first_hash = ${first} and l.second_hash = ${second}
          and ${servesListenersAt(sql`${host}`)}`,
    ),
  );
  return row && toListener(row, key);
}

export async function selectListener(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  key: InstallationKey,
): Promise<Listener | undefined> {
  const row = await transaction.first<ListenerRow>(
    listenersWith(sql`l.workspace_id = ${workspace} and l.workflow_id = ${workflow}`),
  );
  return row && toListener(row, key);
}

/** Returns the settings of all listeners of the workspace, by workflow. */
export async function selectListenerSettings(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<ReadonlyMap<WorkflowId, ListenerSettings>> {
  const rows = await transaction.query<ListenerRow>(listenersWith(sql`l.workspace_id = ${workspace}`));
  return new Map(rows.map((row) => [row.workflow_id as WorkflowId, toListener(row, key).openSettings()]));
}

/** Returns the workflow of each listener, by the listener's ID. */
export async function selectListenerIds(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ReadonlyMap<number, WorkflowId>> {
  const rows = await transaction.query<Pick<Tables['listeners'], 'id' | 'workflow_id'>>(
    sql`select id, workflow_id from listeners where workspace_id = ${workspace}`,
  );
  return new Map(rows.map(({ id, workflow_id }) => [id, workflow_id as WorkflowId]));
}

export async function selectAllSettings(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<{ workflow: { id: WorkflowId; name: string }; settings: TemplatedSettings }[]> {
  const rows = await transaction.query<
    Pick<
      Tables['listeners'],
      | 'workflow_id'
      | 'sealed_endpoint_key'
      | 'sealed_endpoint_secret'
      | 'cors_domains'
      | 'sealed_signature_secrets'
    > & { name: string }
  >(sql`
    select l.workflow_id, w.name, l.sealed_endpoint_key, l.sealed_endpoint_secret, l.cors_domains,
           l.sealed_signature_secrets
    from listeners l join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
    where l.workspace_id = ${workspace} order by l.workflow_id`);
  return rows.map((row) => ({
    workflow: { id: row.workflow_id as WorkflowId, name: row.name },
    settings: {
      endpoint_key: openSetting(key, row.sealed_endpoint_key),
      endpoint_secret: openSetting(key, row.sealed_endpoint_secret),
      cors_domains: row.cors_domains,
      signature: { secret: openSecrets(key, row.sealed_signature_secrets) },
    },
  }));
}

/** Returns the workflow names. Deleted listeners are omitted. */
export async function selectWorkflowNames(
  transaction: Transaction,
  workspace: WorkspaceId,
  listeners: readonly ListenerId[],
): Promise<ReadonlyMap<ListenerId, { id: WorkflowId; name: string }>> {
  const rows = await transaction.query<{ listener: ListenerId; id: WorkflowId; name: string }>(sql`
    select l.id as listener, w.id, w.name
    from listeners l join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
    where l.workspace_id = ${workspace} and l.id = any(${listeners}::bigint[])`);
  return new Map(rows.map(({ listener, id, name }) => [listener, { id, name }]));
}

export async function insertListener(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  { firstHash, secondHash }: Pick<Listener, 'firstHash' | 'secondHash'>,
  settings: ListenerSettings,
  key: InstallationKey,
): Promise<ListenerId> {
  const { id } = await transaction.one<{ id: ListenerId }>(sql`
    insert into listeners (workspace_id, workflow_id, first_hash, second_hash, add_authentication, sealed_endpoint_key,
                           sealed_endpoint_secret, allow_cors, cors_domains, respond_with, idempotency_header,
                           signature, sealed_signature_secrets, dedupe, receipts)
    values (${workspace}, ${workflow}, ${firstHash}, ${secondHash}, ${settings.add_authentication},
            ${sealSetting(key, settings.endpoint_key)}, ${sealSetting(key, settings.endpoint_secret)},
            ${settings.allow_cors}, ${settings.cors_domains}, ${settings.respond_with}, ${settings.idempotency_header},
            ${withoutSecret(settings.signature)}, ${sealSecrets(key, settings.signature.secret)}, ${settings.dedupe},
            ${settings.receipts})
    returning id`);
  return id;
}

/** Increments the version, which invalidates the cache in every process. */
export async function updateListener(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ListenerId,
  settings: ListenerSettings,
  key: InstallationKey,
): Promise<void> {
  await transaction.query(sql`
    update listeners set
      add_authentication = ${settings.add_authentication},
      sealed_endpoint_key = ${sealSetting(key, settings.endpoint_key)},
      sealed_endpoint_secret = ${sealSetting(key, settings.endpoint_secret)},
      allow_cors = ${settings.allow_cors},
      cors_domains = ${settings.cors_domains},
      respond_with = ${settings.respond_with},
      idempotency_header = ${settings.idempotency_header},
      signature = ${withoutSecret(settings.signature)},
      sealed_signature_secrets = ${sealSecrets(key, settings.signature.secret)},
      dedupe = ${settings.dedupe},
      receipts = ${settings.receipts},
      version = version + 1
    where workspace_id = ${workspace} and id = ${id}`);
}

/** Increments the version, so no process accepts requests at the old URL. */
export async function updateHashes(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ListenerId,
  { firstHash, secondHash }: Pick<Listener, 'firstHash' | 'secondHash'>,
): Promise<void> {
  await transaction.query(sql`
    update listeners set first_hash = ${firstHash}, second_hash = ${secondHash}, version = version + 1
    where workspace_id = ${workspace} and id = ${id}`);
}

/** Called when a workflow version is published, because that also invalidates a cached listener. */
export async function raiseListenerVersion(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
): Promise<void> {
  await transaction.query(sql`
    update listeners set version = version + 1 where workspace_id = ${workspace} and workflow_id = ${workflow}`);
}
