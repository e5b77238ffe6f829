import type { LoginRole, RoleNames } from './role-names.ts';

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

export interface ServiceRole {
  role: Exclude<keyof RoleNames, 'app' | 'owner'>;
  table: string;
  privileges: readonly Privilege[];
  /** If set, only these columns. */
  columns?: readonly string[];
}

/**
 * The app role's privileges. Only the owner can reach a table that isn't listed. Every table with a
 * `workspace_id` also has a policy (row-security.ts).
 */
export const appPrivileges: Readonly<Record<string, readonly Privilege[]>> = {
  // Maps hosts to workspaces. It has no policy, because it is read before the workspace is known.
  workspaces: ['select', 'insert', 'update'],
  workspace_settings: ['select', 'insert', 'update'],
  roles: ['select', 'insert', 'update', 'delete'],
  users: ['select', 'insert', 'update', 'delete'],
  api_keys: ['select', 'insert', 'update', 'delete'],
  api_clients: ['select', 'insert', 'update', 'delete'],
  api_key_uses: ['select', 'insert', 'update'],
  oauth_clients: ['select', 'insert', 'update', 'delete'],
  // Only upkeep deletes ended or expired rows: until then Hark detects reuse.
  oauth_grants: ['select', 'insert', 'update'],
  oauth_codes: ['select', 'insert', 'update'],
  oauth_tokens: ['select', 'insert', 'update'],
  // Deleted when it is answered, so that it can't be answered twice.
  oauth_requests: ['select', 'insert', 'delete'],
  lead_fields: ['select', 'insert', 'update', 'delete'],
  leads: ['select', 'insert', 'update', 'delete'],
  lead_values: ['select', 'insert', 'delete'],
  deleted_leads: ['select', 'insert', 'delete'],
  // The app role adds deltas and reads counts; only upkeep folds deltas into counts.
  lead_count_deltas: ['select', 'insert'],
  lead_counts: ['select'],
  lead_blocks: ['select'],
  // Only erasing a person deletes history and stored responses (docs/design/erasure-and-retention.md).
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
  // Immutable once published.
  workflow_versions: ['select', 'insert'],
  // Deleted only with its workflow.
  workflow_drafts: ['select', 'insert', 'update'],
  listeners: ['select', 'insert', 'update'],
  refused_requests: ['select', 'insert'],
  // Ingest inserts runs, or the app role when a run starts another. Erasing a person deletes them
  // (docs/design/erasure-and-retention.md).
  runs: ['select', 'insert', 'update', 'delete'],
  run_steps: ['select', 'insert', 'update', 'delete'],
  delivery_keys: ['select'],
  sessions: ['select', 'insert', 'update', 'delete'],
  // Using a link deletes it.
  password_links: ['select', 'insert', 'delete'],
  attempts: ['select', 'insert', 'delete'],
  // Belongs to no workspace, because it exists before the first one.
  set_up_secrets: ['select', 'insert', 'update', 'delete'],
  // To check that this process has the right key and schema.
  installation_keys: ['select'],
  schema_migrations: ['select'],
  // Upper bounds for all settings; only the operator changes them.
  installation_limits: ['select'],
};

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

/** Upkeep finds old rows by these columns and deletes them; it can't read their content. */
const purging = (table: string, columns: readonly string[]): ServiceRole[] => [
  { role: 'upkeep', table, privileges: ['select'], columns },
  { role: 'upkeep', table, privileges: ['delete'] },
];

/** Privileges across workspaces. Each role has its own policy. */
export const doors: readonly ServiceRole[] = [
  // Folds the deltas of all workspaces into counts.
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
  // `leads_like` runs as finder; no process logs in as it.
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
  // Deletes ended and expired rows of all workspaces.
  ...purging('sessions', ['ctid', 'ends_at', 'last_used_at']),
  ...purging('password_links', ['ctid', 'expires_at']),
  ...purging('attempts', ['ctid', 'at']),
  ...purging('api_key_uses', ['ctid', 'last_used_at']),
  ...purging('oauth_grants', ['ctid', 'expires_at']),
  ...purging('oauth_codes', ['ctid', 'expires_at']),
  ...purging('oauth_tokens', ['ctid', 'kind', 'expires_at']),
  ...purging('oauth_requests', ['ctid', 'expires_at']),
  ...purging('runs', ['workspace_id', 'id', 'ended_at']),
  ...purging('run_steps', ['workspace_id', 'run_id']),
  // Finds workflows that have started to fail. Their owners are notified one workspace at a time.
  {
    role: 'upkeep',
    table: 'workflows',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'failing_since', 'failure_told_at'],
  },
  ...purging('agent_calls', ['workspace_id', 'id', 'at']),
  // Finds pending and expired jobs. Their content is read one workspace at a time.
  ...purging('jobs', whereJobsStand),
  { role: 'upkeep', table: 'workspaces', privileges: ['select'], columns: ['id', 'suspended_at'] },
  {
    role: 'upkeep',
    table: 'jobs',
    privileges: ['update'],
    columns: ['fence', 'lease_until', 'turn_at', 'attempts'],
  },
  // Requests of many workspaces share one insert, which accepts only those whose settings haven't changed
  // since they were checked. Ingest can't read runs.
  { role: 'ingest', table: 'runs', privileges: ['insert'] },
  { role: 'ingest', table: 'delivery_keys', privileges: ['insert'] },
  {
    role: 'ingest',
    table: 'delivery_keys',
    privileges: ['select'],
    columns: ['workspace_id', 'listener_id', 'key_hash', 'run_id'],
  },
  {
    role: 'ingest',
    table: 'workspaces',
    privileges: ['select'],
    columns: ['id', 'host', 'listener_host', 'suspended_at'],
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
  // Finds runs to hand to the engine, and whether workspace and owner allow it. Never reads input or output.
  { role: 'dispatch', table: 'workspaces', privileges: ['select'], columns: ['id', 'suspended_at'] },
  { role: 'dispatch', table: 'runs', privileges: ['select'], columns: whereRunsStand },
  {
    role: 'dispatch',
    table: 'runs',
    privileges: ['update'],
    // `status`, to queue runs whose wait has ended.
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
  /** As PostgreSQL prints it: name and argument types. */
  signature: string;
  owner: Exclude<keyof RoleNames, LoginRole>;
  callers: readonly LoginRole[];
}

/** All functions that run with other privileges than their caller's. */
export const functionDoors: readonly FunctionDoor[] = [
  // PostgreSQL doesn't use a trigram index behind a policy. The function searches the current workspace only,
  // and returns ids.
  { signature: 'leads_like(text, text, integer)', owner: 'finder', callers: ['app'] },
  // Only the owner of a table can create its partitions.
  { signature: 'make_run_partitions(integer)', owner: 'owner', callers: ['upkeep'] },
  { signature: 'drop_run_partitions()', owner: 'owner', callers: ['upkeep'] },
];
