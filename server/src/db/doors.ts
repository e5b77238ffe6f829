import type { LoginRole, RoleNames } from './role-names.ts';

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/** What one role may do with one table beyond the rows of the workspace that it has set. */
export interface Door {
  role: Exclude<keyof RoleNames, 'app' | 'owner'>;
  table: string;
  privileges: readonly Privilege[];
}

/**
 * The whole list of who may touch what. A table that is not on it can be reached by nobody but the owner; every
 * table with a `workspace_id` is behind its policy whatever stands here (walls.ts).
 */
export const appPrivileges: Readonly<Record<string, readonly Privilege[]>> = {
  // The directory, host to workspace: the only table without a policy, because it is read before one is known.
  workspaces: ['select', 'insert', 'update'],
  workspace_settings: ['select', 'insert', 'update'],
  roles: ['select', 'insert', 'update', 'delete'],
  users: ['select', 'insert', 'update', 'delete'],
  api_keys: ['select', 'insert', 'update', 'delete'],
  api_clients: ['select', 'insert', 'update', 'delete'],
  lead_fields: ['select', 'insert', 'update', 'delete'],
  leads: ['select', 'insert', 'update', 'delete'],
  lead_values: ['select', 'insert', 'delete'],
  deleted_leads: ['select', 'insert', 'delete'],
  // The application adds deltas and reads; only upkeep folds them.
  lead_count_deltas: ['select', 'insert'],
  lead_counts: ['select'],
  lead_blocks: ['select'],
  // History and answers are removed by erasing a person only (docs/decisions/0016-erasing-and-keeping.md).
  lead_history: ['select', 'insert', 'delete'],
  idempotent_answers: ['select', 'insert', 'update', 'delete'],
  answered_leads: ['select', 'insert', 'delete'],
  lead_upkeep: ['select', 'insert', 'update'],
  // Written and read, never changed: who did what stays as it was.
  audit_entries: ['select', 'insert'],
  // Whether this process has the right key, and the right schema.
  installation_keys: ['select'],
  schema_migrations: ['select'],
};

/**
 * Doors over workspaces, each a role of its own with its own policy. *ingest* and *dispatch* exist and can log in;
 * they get their doors together with the tables that need them.
 */
export const doors: readonly Door[] = [
  // Folding crosses workspaces: deltas of all of them become counts.
  { role: 'upkeep', table: 'lead_count_deltas', privileges: ['select', 'delete'] },
  { role: 'upkeep', table: 'lead_counts', privileges: ['select', 'insert', 'update'] },
  { role: 'upkeep', table: 'lead_blocks', privileges: ['select', 'insert', 'update'] },
  // Purging crosses workspaces too: what is older than each of them wants to keep.
  { role: 'upkeep', table: 'workspace_settings', privileges: ['select'] },
  { role: 'upkeep', table: 'deleted_leads', privileges: ['select', 'delete'] },
  { role: 'upkeep', table: 'lead_history', privileges: ['select', 'delete'] },
  { role: 'upkeep', table: 'idempotent_answers', privileges: ['select', 'delete'] },
  // Nobody logs in as finder: it is what leads_like runs as.
  { role: 'finder', table: 'leads', privileges: ['select'] },
  // Which workspaces have something to do; what is done in them the application does, one at a time.
  { role: 'upkeep', table: 'lead_upkeep', privileges: ['select'] },
];

/** A function that runs with the rights of its owner, and who may call it. */
export interface FunctionDoor {
  /** As PostgreSQL writes it: name and types. */
  signature: string;
  owner: Exclude<keyof RoleNames, LoginRole | 'owner'>;
  callers: readonly LoginRole[];
}

/** The whole list of functions that run with other rights than their caller's. */
export const functionDoors: readonly FunctionDoor[] = [
  // Behind a policy no trigram index is used. It looks at the set workspace alone, and tells ids.
  { signature: 'leads_like(text, text, integer)', owner: 'finder', callers: ['app'] },
];
