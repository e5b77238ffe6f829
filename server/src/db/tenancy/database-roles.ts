import type { LoginRole, RoleNames } from './role-names.ts';

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

export interface ServiceRole {
  role: Exclude<keyof RoleNames, 'app' | 'owner'>;
  table: string;
  privileges: readonly Privilege[];
  /** If set, the privilege covers only these columns. */
  columns?: readonly string[];
}

/**
 * The app role's privileges. Tables that aren't listed can be used only by the owner. Every table with a
 * `workspace_id` also has a policy (row-security.ts).
 */
export const appPrivileges: Readonly<Record<string, readonly Privilege[]>> = {
  // Maps hosts to workspaces. All rows can be read, because that happens before the workspace is known.
  workspaces: ['select', 'insert'],
  workspace_settings: ['select', 'insert', 'update'],
  roles: ['select', 'insert', 'update', 'delete'],
  users: ['select', 'insert', 'update', 'delete'],
  api_keys: ['select', 'insert', 'update', 'delete'],
  api_clients: ['select', 'insert', 'update', 'delete'],
  api_key_uses: ['select', 'insert', 'update'],
  oauth_clients: ['select', 'insert', 'update', 'delete'],
  // Only upkeep deletes revoked and expired rows. As long as a row exists, Hark can detect that its code or
  // token is reused.
  oauth_grants: ['select', 'insert', 'update'],
  oauth_codes: ['select', 'insert', 'update'],
  oauth_tokens: ['select', 'insert', 'update'],
  // Deleted when the user decides, so the same request can't be decided twice.
  oauth_requests: ['select', 'insert', 'delete'],
  lead_fields: ['select', 'insert', 'update', 'delete'],
  leads: ['select', 'insert', 'update', 'delete'],
  lead_values: ['select', 'insert', 'delete'],
  deleted_leads: ['select', 'insert', 'delete'],
  // The app role adds deltas and reads counts; only upkeep folds deltas into counts.
  lead_count_deltas: ['select', 'insert'],
  lead_counts: ['select'],
  lead_blocks: ['select'],
  // The app role deletes history and stored responses only to erase a person
  // (docs/design/erasure-and-retention.md).
  lead_history: ['select', 'insert', 'delete'],
  idempotent_answers: ['select', 'insert', 'update', 'delete'],
  answered_leads: ['select', 'insert', 'delete'],
  lead_upkeep: ['select', 'insert', 'update'],
  // Append-only.
  audit_entries: ['select', 'insert'],
  // Deleted by upkeep, or when a person is erased.
  agent_calls: ['select', 'insert', 'update', 'delete'],
  jobs: ['select', 'insert', 'update', 'delete'],
  job_parts: ['select', 'insert', 'delete'],
  saved_views: ['select', 'insert', 'update', 'delete'],
  secrets: ['select', 'insert', 'update', 'delete'],
  workflows: ['select', 'insert', 'update', 'delete'],
  // A version can't change once it is published.
  workflow_versions: ['select', 'insert'],
  // A draft is deleted only together with its workflow.
  workflow_drafts: ['select', 'insert', 'update'],
  // The app role deletes events only to erase a person.
  events: ['select', 'insert', 'update', 'delete'],
  event_relays: ['select', 'insert', 'update'],
  workflow_triggers: ['select', 'insert', 'update', 'delete'],
  webhooks: ['select', 'insert', 'update', 'delete'],
  // Deleted with their webhook, or to erase a person.
  webhook_deliveries: ['select', 'insert', 'update', 'delete'],
  mail_usage: ['select', 'insert', 'update'],
  // Deleted with their run.
  approvals: ['select', 'insert', 'update', 'delete'],
  // The app role deletes proposals only to erase a person.
  proposals: ['select', 'insert', 'update', 'delete'],
  connections: ['select', 'insert', 'update', 'delete'],
  listeners: ['select', 'insert', 'update'],
  refused_requests: ['select', 'insert'],
  // Ingest inserts runs; the app role inserts a run that another run starts. The app role
  // deletes runs only to erase a person (docs/design/erasure-and-retention.md).
  runs: ['select', 'insert', 'update', 'delete'],
  run_steps: ['select', 'insert', 'update', 'delete'],
  moving_rows: ['select', 'insert'],
  delivery_keys: ['select'],
  sessions: ['select', 'insert', 'update', 'delete'],
  // A link is deleted when it is used.
  password_links: ['select', 'insert', 'delete'],
  attempts: ['select', 'insert', 'delete'],
  authenticator_apps: ['select', 'insert', 'update', 'delete'],
  passkeys: ['select', 'insert', 'update', 'delete'],
  recovery_codes: ['select', 'insert', 'delete'],
  sign_in_flows: ['select', 'insert', 'update', 'delete'],
  identity_providers: ['select', 'insert', 'update', 'delete'],
  identity_provider_roles: ['select', 'insert', 'delete'],
  user_identities: ['select', 'insert', 'delete'],
  // This secret exists before the first workspace, so it doesn't belong to one.
  set_up_secrets: ['select', 'insert', 'update', 'delete'],
  // Read to check that this process has the right key and schema.
  installation_keys: ['select'],
  schema_migrations: ['select'],
  // Upper bounds for all settings. Only the operator can change them.
  installation_limits: ['select'],
};

/** What the app role can change in the current workspace's row of `workspaces`. Only the owner changes the rest. */
export const directoryChanges = ['name', 'base_url', 'host', 'listener_host', 'suspended_at'];

/** Columns that show a run's status but not its content. */
const whereRunsStand = [
  'workspace_id',
  'id',
  'workflow_id',
  'status',
  'fence',
  'accepted_at',
  'sent_at',
  'due_at',
  'doubted_at',
  'is_awaited',
  'answered_at',
];

const whereJobsStand = [
  'workspace_id',
  'id',
  'kind',
  'status',
  'created_at',
  'ended_at',
  'fence',
  'lease_until',
  'turn_at',
  'attempts',
];

/**
 * Grants upkeep access to the columns it needs to find old rows and delete them. It can't read the rows'
 * content.
 */
const purging = (table: string, columns: readonly string[]): ServiceRole[] => [
  { role: 'upkeep', table, privileges: ['select'], columns },
  { role: 'upkeep', table, privileges: ['delete'] },
];

/** Privileges across workspaces. Each of these roles has its own policy. */
export const doors: readonly ServiceRole[] = [
  // Folds all workspaces' deltas into counts.
  { role: 'upkeep', table: 'lead_count_deltas', privileges: ['select', 'delete'] },
  { role: 'upkeep', table: 'lead_counts', privileges: ['select', 'insert', 'update'] },
  { role: 'upkeep', table: 'lead_blocks', privileges: ['select', 'insert', 'update'] },
  // Deletes rows that are older than each workspace's retention.
  {
    role: 'upkeep',
    table: 'workspace_settings',
    privileges: ['select'],
    columns: ['workspace_id', 'restore_days', 'history_days', 'run_retention_days', 'agent_call_days'],
  },
  ...purging('deleted_leads', ['workspace_id', 'id', 'deleted_at']),
  ...purging('lead_history', ['workspace_id', 'id', 'lead_id', 'at']),
  ...purging('idempotent_answers', ['ctid', 'answered_at']),
  // The function `leads_like` runs as finder. No process logs in as finder.
  { role: 'finder', table: 'leads', privileges: ['select'] },
  // Finds workspaces with pending work. The app role does that work, one workspace at a time.
  {
    role: 'upkeep',
    table: 'lead_upkeep',
    privileges: ['select'],
    columns: ['workspace_id', 'recounted_at', 'rewrite_since'],
  },
  ...purging('delivery_keys', ['workspace_id', 'listener_id', 'key_hash', 'accepted_at']),
  ...purging('refused_requests', ['workspace_id', 'id', 'listener_id', 'at']),
  // Deletes revoked and expired rows in all workspaces.
  ...purging('sessions', ['ctid', 'ends_at', 'last_used_at']),
  ...purging('password_links', ['ctid', 'expires_at']),
  ...purging('sign_in_flows', ['ctid', 'expires_at']),
  ...purging('proposals', ['ctid', 'expires_at']),
  ...purging('attempts', ['ctid', 'at']),
  ...purging('api_key_uses', ['ctid', 'last_used_at']),
  ...purging('oauth_grants', ['ctid', 'expires_at']),
  ...purging('oauth_codes', ['ctid', 'expires_at']),
  ...purging('oauth_tokens', ['ctid', 'kind', 'expires_at']),
  ...purging('oauth_requests', ['ctid', 'expires_at']),
  ...purging('runs', ['workspace_id', 'id', 'ended_at']),
  ...purging('run_steps', ['workspace_id', 'run_id']),
  // Finds approvals whose run is deleted, or whose emails are due.
  ...purging('approvals', ['workspace_id', 'id', 'run_id', 'created_at', 'mail_due_at']),
  // Finds workflows that have started to fail. Their owners are notified one workspace at a time.
  {
    role: 'upkeep',
    table: 'workflows',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'failing_since', 'failure_told_at'],
  },
  // Finds schedules that are due. Their runs are started one workspace at a time.
  {
    role: 'upkeep',
    table: 'workflow_triggers',
    privileges: ['select'],
    columns: ['workspace_id', 'workflow_id', 'due_at'],
  },
  // Finds workspaces with events that the relay hasn't handled, and deletes old events.
  ...purging('events', ['ctid', 'workspace_id', 'position', 'at']),
  // Finds webhooks that have failed for too long, and those whose administrators have to be notified.
  {
    role: 'upkeep',
    table: 'webhooks',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'active', 'failing_since', 'disabled_reason', 'disabled_told_at'],
  },
  // Claims deliveries that are due. Their content is read one workspace at a time.
  ...purging('webhook_deliveries', [
    'ctid',
    'workspace_id',
    'id',
    'webhook_id',
    'status',
    'next_attempt_at',
    'created_at',
  ]),
  { role: 'upkeep', table: 'webhook_deliveries', privileges: ['update'], columns: ['next_attempt_at'] },
  ...purging('agent_calls', ['workspace_id', 'id', 'at']),
  // Finds pending and expired jobs. Their content is read one workspace at a time.
  ...purging('jobs', whereJobsStand),
  {
    role: 'upkeep',
    table: 'workspaces',
    privileges: ['select'],
    columns: ['id', 'suspended_at', 'move_state'],
  },
  {
    role: 'upkeep',
    table: 'jobs',
    privileges: ['update'],
    columns: ['fence', 'lease_until', 'turn_at', 'attempts'],
  },
  // Every role notes the rows that it changes in a workspace that moves (spec/cells §4.2).
  { role: 'upkeep', table: 'moving_rows', privileges: ['insert'] },
  { role: 'ingest', table: 'moving_rows', privileges: ['insert'] },
  { role: 'dispatch', table: 'moving_rows', privileges: ['insert'] },
  // Requests to many workspaces share one insert, which accepts only requests whose listener settings haven't
  // changed since they were checked. Ingest can't read runs.
  { role: 'ingest', table: 'runs', privileges: ['insert'] },
  { role: 'ingest', table: 'delivery_keys', privileges: ['insert'] },
  {
    role: 'ingest',
    table: 'delivery_keys',
    privileges: ['select'],
    columns: ['workspace_id', 'listener_id', 'key_hash', 'run_id', 'body_hash'],
  },
  {
    role: 'ingest',
    table: 'workspaces',
    privileges: ['select'],
    columns: ['id', 'host', 'listener_host', 'suspended_at', 'move_state'],
  },
  {
    role: 'ingest',
    table: 'listeners',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'workflow_id', 'version'],
  },
  {
    role: 'ingest',
    table: 'workflows',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'owner_id', 'enabled', 'published_version'],
  },
  { role: 'ingest', table: 'users', privileges: ['select'], columns: ['workspace_id', 'id', 'active'] },
  {
    role: 'ingest',
    table: 'workspace_settings',
    privileges: ['select'],
    columns: ['workspace_id', 'template_values_version'],
  },
  // Finds runs to dispatch to the engine, and checks that the workspace and the owner may run workflows. Never
  // reads input or output.
  {
    role: 'dispatch',
    table: 'workspaces',
    privileges: ['select'],
    columns: ['id', 'suspended_at', 'move_state'],
  },
  { role: 'dispatch', table: 'runs', privileges: ['select'], columns: whereRunsStand },
  {
    role: 'dispatch',
    table: 'runs',
    privileges: ['update'],
    // `status` is needed to queue runs whose wait has ended.
    columns: ['status', 'fence', 'sent_at', 'due_at', 'doubted_at'],
  },
  {
    role: 'dispatch',
    table: 'workflows',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'owner_id'],
  },
  { role: 'dispatch', table: 'users', privileges: ['select'], columns: ['workspace_id', 'id', 'active'] },
  {
    role: 'dispatch',
    table: 'workspace_settings',
    privileges: ['select'],
    columns: ['workspace_id', 'runs_in_flight'],
  },
];

/** A function that runs with its owner's privileges (`security definer`). */
export interface FunctionDoor {
  /** The name and argument types, as PostgreSQL prints them. */
  signature: string;
  owner: Exclude<keyof RoleNames, LoginRole>;
  callers: readonly LoginRole[];
}

/** Lists all functions that don't run with their caller's privileges. */
export const functionDoors: readonly FunctionDoor[] = [
  // PostgreSQL doesn't use a trigram index on a table with a policy. This function searches only the current
  // workspace and returns IDs.
  { signature: 'leads_like(text, text, integer)', owner: 'finder', callers: ['app'] },
  // Only a table's owner can create partitions of it.
  { signature: 'make_run_partitions(integer)', owner: 'owner', callers: ['upkeep'] },
  { signature: 'drop_run_partitions()', owner: 'owner', callers: ['upkeep'] },
];
