// Made by `npm run generate` from server/migrations. Do not edit.

export interface Tables {
  api_clients: {
    workspace_id: number;
    id: number;
    user_id: number;
    name: string;
    scope: string;
    token_hash: Buffer;
    active: boolean;
    created_at: Date;
    last_used_at: Date | null;
  };
  api_keys: {
    workspace_id: number;
    user_id: number;
    sealed_key: string;
    key_hash: Buffer;
  };
  audit_entries: {
    workspace_id: number;
    id: number;
    at: Date;
    user_id: number | null;
    user_name: string | null;
    means_type: string;
    means_name: string | null;
    origin: string | null;
    action: string;
    subject_type: string;
    subject_id: number;
    subject_name: string;
    old_values: Record<string, unknown>;
    new_values: Record<string, unknown>;
  };
  installation_keys: {
    number: number;
    check_value: string;
    created_at: Date;
  };
  lead_fields: {
    workspace_id: number;
    id: number;
    alias: string;
    label: string;
    type: string;
    is_unique: boolean;
    is_required: boolean;
    options: string[];
  };
  roles: {
    workspace_id: number;
    id: number;
    name: string;
    is_admin: boolean;
    permissions: Record<string, unknown>;
  };
  schema_migrations: {
    number: number;
    name: string;
    checksum: string;
    applied_at: Date;
  };
  users: {
    workspace_id: number;
    id: number;
    email: string;
    email_key: string;
    name: string;
    role_id: number;
    password_hash: string;
    active: boolean;
    created_at: Date;
  };
  workspace_settings: {
    workspace_id: number;
    default_page_size: number;
    rate_limit_per_minute: number;
    rate_limit_burst: number;
    listener_limit_per_second: number;
    runs_in_flight: number;
    run_retention_days: number;
    restore_days: number;
    timezone: string;
    lead_fields_version: number;
  };
  workspaces: {
    id: number;
    name: string;
    base_url: string;
    host: string;
    created_at: Date;
  };
}
