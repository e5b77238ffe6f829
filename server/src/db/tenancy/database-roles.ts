import type { LoginRole, RoleNames } from './role-names.ts';

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/** What one role may do with one table beyond the rows of the workspace that it has set. */
export interface ServiceRole {
  role: Exclude<keyof RoleNames, 'app' | 'owner'>;
  table: string;
  privileges: readonly Privilege[];
  /** Where it is given, nothing but these columns. */
  columns?: readonly string[];
}

/**
 * The whole list of who may touch what. A table that is not on it can be reached by nobody but the owner; every
 * table with a `workspace_id` is behind its policy whatever stands here (row-security.ts).
 */
export const appPrivileges: Readonly<Record<string, readonly Privilege[]>> = {
  // The directory, host to workspace: the only table without a policy, because it is read before one is known.
  workspaces: ['select', 'insert', 'update'],
  workspace_settings: ['select', 'insert', 'update'],
  roles: ['select', 'insert', 'update', 'delete'],
  users: ['select', 'insert', 'update', 'delete'],
  api_keys: ['select', 'insert', 'update', 'delete'],
  api_clients: ['select', 'insert', 'update', 'delete'],
  api_key_uses: ['select', 'insert', 'update'],
  oauth_clients: ['select', 'insert', 'update', 'delete'],
  // What ended or expired is removed by upkeep only: until then its second use is noticed.
  oauth_grants: ['select', 'insert', 'update'],
  oauth_codes: ['select', 'insert', 'update'],
  oauth_tokens: ['select', 'insert', 'update'],
  // Taken when it is answered, so that it is answered once.
  oauth_requests: ['select', 'insert', 'delete'],
  lead_fields: ['select', 'insert', 'update', 'delete'],
  leads: ['select', 'insert', 'update', 'delete'],
  lead_values: ['select', 'insert', 'delete'],
  deleted_leads: ['select', 'insert', 'delete'],
  // The application adds deltas and reads; only upkeep folds them.
  lead_count_deltas: ['select', 'insert'],
  lead_counts: ['select'],
  lead_blocks: ['select'],
  // Only erasing a person deletes history and stored responses (docs/design/erasure-and-retention.md).
  lead_history: ['select', 'insert', 'delete'],
  idempotent_answers: ['select', 'insert', 'update', 'delete'],
  answered_leads: ['select', 'insert', 'delete'],
  lead_upkeep: ['select', 'insert', 'update'],
  // Written and read, never changed: who did what stays as it was.
  audit_entries: ['select', 'insert'],
  // Kept for a while; removed by erasing a person, else by upkeep only.
  agent_calls: ['select', 'insert', 'update', 'delete'],
  jobs: ['select', 'insert', 'update', 'delete'],
  job_parts: ['select', 'insert', 'delete'],
  saved_views: ['select', 'insert', 'update', 'delete'],
  secrets: ['select', 'insert', 'update', 'delete'],
  workflows: ['select', 'insert', 'update', 'delete'],
  // Published once, never changed.
  workflow_versions: ['select', 'insert'],
  // Goes with its workflow, never by itself.
  workflow_drafts: ['select', 'insert', 'update'],
  listeners: ['select', 'insert', 'update'],
  refused_requests: ['select', 'insert'],
  // Ingest inserts runs, or the application when a run starts another. Erasing a person deletes them
  // (docs/design/erasure-and-retention.md).
  runs: ['select', 'insert', 'update', 'delete'],
  run_steps: ['select', 'insert', 'update', 'delete'],
  delivery_keys: ['select'],
  sessions: ['select', 'insert', 'update', 'delete'],
  // A link is used by deleting it: never changed.
  password_links: ['select', 'insert', 'delete'],
  attempts: ['select', 'insert', 'delete'],
  // Belongs to no workspace, because it is there before the first one.
  set_up_secrets: ['select', 'insert', 'update', 'delete'],
  // Whether this process has the right key, and the right schema.
  installation_keys: ['select'],
  schema_migrations: ['select'],
  // What no setting may exceed; only the operator changes it.
  installation_limits: ['select'],
};

/** What of a run tells where it stands, and nothing of what it is about. */
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

/** The same of a job. */
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

/** Upkeep finds old rows of a table by these columns and deletes them; it can't read what is in them. */
const purging = (table: string, columns: readonly string[]): ServiceRole[] => [
  { role: 'upkeep', table, privileges: ['select'], columns },
  { role: 'upkeep', table, privileges: ['delete'] },
];

/** Doors over workspaces, each a role of its own with its own policy. */
export const doors: readonly ServiceRole[] = [
  // Folding crosses workspaces: deltas of all of them become counts.
  { role: 'upkeep', table: 'lead_count_deltas', privileges: ['select', 'delete'] },
  { role: 'upkeep', table: 'lead_counts', privileges: ['select', 'insert', 'update'] },
  { role: 'upkeep', table: 'lead_blocks', privileges: ['select', 'insert', 'update'] },
  // Purging crosses workspaces too: what is older than each of them wants to keep.
  {
    role: 'upkeep',
    table: 'workspace_settings',
    privileges: ['select'],
    columns: ['workspace_id', 'restore_days', 'history_days', 'run_retention_days', 'agent_call_days'],
  },
  ...purging('deleted_leads', ['workspace_id', 'id', 'deleted_at']),
  ...purging('lead_history', ['workspace_id', 'id', 'lead_id', 'at']),
  ...purging('idempotent_answers', ['ctid', 'answered_at']),
  // Nobody logs in as finder: it is what leads_like runs as.
  { role: 'finder', table: 'leads', privileges: ['select'] },
  // Which workspaces have something to do; what is done in them the application does, one at a time.
  {
    role: 'upkeep',
    table: 'lead_upkeep',
    privileges: ['select'],
    columns: ['workspace_id', 'recounted_at', 'rewrite_since'],
  },
  ...purging('delivery_keys', ['workspace_id', 'listener_id', 'key_hash', 'accepted_at']),
  ...purging('refused_requests', ['workspace_id', 'id', 'listener_id', 'at']),
  // What has ended, expired or does not count any more, of all workspaces.
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
  // Which workflows have begun to fail; their owners are read and told one workspace at a time.
  {
    role: 'upkeep',
    table: 'workflows',
    privileges: ['select'],
    columns: ['workspace_id', 'id', 'failing_since', 'failure_told_at'],
  },
  ...purging('agent_calls', ['workspace_id', 'id', 'at']),
  // Which jobs wait for somebody to do them, and which are too old to keep. What they are about is read one workspace at a time.
  ...purging('jobs', whereJobsStand),
  { role: 'upkeep', table: 'workspaces', privileges: ['select'], columns: ['id', 'suspended_at'] },
  {
    role: 'upkeep',
    table: 'jobs',
    privileges: ['update'],
    columns: ['fence', 'lease_until', 'turn_at', 'attempts'],
  },
  // Accepting: requests of many workspaces share one insert, which takes only what is still as it was judged. No run is read.
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
  // Handing over: which runs wait for the engine, and whether workspace and owner let them. Never input or output.
  { role: 'dispatch', table: 'workspaces', privileges: ['select'], columns: ['id', 'suspended_at'] },
  { role: 'dispatch', table: 'runs', privileges: ['select'], columns: whereRunsStand },
  {
    role: 'dispatch',
    table: 'runs',
    privileges: ['update'],
    // The status, to queue what has slept.
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

/** A function that runs with the rights of its owner, and who may call it. */
export interface FunctionDoor {
  /** As PostgreSQL writes it: name and types. */
  signature: string;
  owner: Exclude<keyof RoleNames, LoginRole>;
  callers: readonly LoginRole[];
}

/** The whole list of functions that run with other rights than their caller's. */
export const functionDoors: readonly FunctionDoor[] = [
  // Behind a policy no trigram index is used. It looks at the set workspace alone, and tells ids.
  { signature: 'leads_like(text, text, integer)', owner: 'finder', callers: ['app'] },
  // Only the owner of a table makes its partitions.
  { signature: 'make_run_partitions(integer)', owner: 'owner', callers: ['upkeep'] },
  { signature: 'drop_run_partitions()', owner: 'owner', callers: ['upkeep'] },
];
