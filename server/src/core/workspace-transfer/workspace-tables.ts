import type { Tables } from '../../db/tables.gen.ts';

/** When a table is included in the export file. */
type Carried = 'always' | 'with secrets' | 'with runs' | 'never';

interface WorkspaceTable {
  readonly table: keyof Tables;
  readonly carried: Carried;
}

/**
 * Every table with workspace rows, each after the tables it references. Rows are inserted in this order and
 * deleted in reverse. A test compares the list with the catalog (docs/design/workspaces.md).
 */
export const workspaceTables: readonly WorkspaceTable[] = [
  { table: 'workspace_settings', carried: 'always' },
  { table: 'roles', carried: 'always' },
  { table: 'users', carried: 'always' },
  { table: 'saved_views', carried: 'always' },
  { table: 'authenticator_apps', carried: 'with secrets' },
  { table: 'passkeys', carried: 'always' },
  { table: 'recovery_codes', carried: 'always' },
  { table: 'identity_providers', carried: 'with secrets' },
  { table: 'identity_provider_roles', carried: 'with secrets' },
  { table: 'user_identities', carried: 'always' },
  { table: 'api_keys', carried: 'with secrets' },
  { table: 'api_clients', carried: 'always' },
  { table: 'secrets', carried: 'with secrets' },
  { table: 'lead_fields', carried: 'always' },
  { table: 'leads', carried: 'always' },
  { table: 'lead_values', carried: 'always' },
  { table: 'deleted_leads', carried: 'always' },
  { table: 'lead_counts', carried: 'always' },
  { table: 'lead_blocks', carried: 'always' },
  { table: 'lead_count_deltas', carried: 'always' },
  { table: 'lead_history', carried: 'always' },
  { table: 'lead_upkeep', carried: 'always' },
  { table: 'event_relays', carried: 'always' },
  { table: 'idempotent_answers', carried: 'always' },
  { table: 'answered_leads', carried: 'always' },
  { table: 'workflows', carried: 'always' },
  { table: 'workflow_versions', carried: 'always' },
  { table: 'workflow_drafts', carried: 'always' },
  { table: 'workflow_triggers', carried: 'always' },
  { table: 'listeners', carried: 'always' },
  { table: 'webhooks', carried: 'with secrets' },
  { table: 'connections', carried: 'with secrets' },
  { table: 'oauth_clients', carried: 'always' },
  { table: 'oauth_grants', carried: 'always' },
  { table: 'oauth_tokens', carried: 'always' },
  { table: 'proposals', carried: 'always' },
  { table: 'audit_entries', carried: 'always' },
  { table: 'agent_calls', carried: 'always' },
  { table: 'runs', carried: 'with runs' },
  { table: 'run_steps', carried: 'with runs' },
  { table: 'approvals', carried: 'with runs' },
  { table: 'delivery_keys', carried: 'with runs' },
  // Used only while the workspace moves to another installation (spec/cells §4).
  { table: 'moving_rows', carried: 'never' },
  // Events are kept only for days and have started their runs already.
  { table: 'events', carried: 'never' },
  { table: 'webhook_deliveries', carried: 'never' },
  // Counts the recipients of one day.
  { table: 'mail_usage', carried: 'never' },
  // These rows expire within hours, or belong to a browser at the old URL.
  { table: 'refused_requests', carried: 'never' },
  { table: 'attempts', carried: 'never' },
  // These files are kept only for days and can be created again.
  { table: 'jobs', carried: 'never' },
  { table: 'job_parts', carried: 'never' },
  // Callers' IP addresses are meaningless on another installation.
  { table: 'api_key_uses', carried: 'never' },
  { table: 'password_links', carried: 'never' },
  { table: 'sessions', carried: 'never' },
  { table: 'sign_in_flows', carried: 'never' },
  { table: 'oauth_requests', carried: 'never' },
  { table: 'oauth_codes', carried: 'never' },
];

export interface Extent {
  readonly hasSecrets: boolean;
  readonly hasRuns: boolean;
}

export const carriedTables = ({ hasSecrets, hasRuns }: Extent): (keyof Tables)[] =>
  workspaceTables
    .filter(
      ({ carried }) =>
        carried === 'always' ||
        (carried === 'with secrets' && hasSecrets) ||
        (carried === 'with runs' && hasRuns),
    )
    .map(({ table }) => table);
