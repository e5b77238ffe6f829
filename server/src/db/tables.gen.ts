// Made by `npm run generate` from server/migrations. Do not edit.

export interface Tables {
  agent_calls: {
    workspace_id: number;
    id: number;
    at: Date;
    user_id: number;
    user_name: string;
    client_type: string;
    client_id: number | null;
    client_name: string;
    tool: string;
    arguments: string;
    lead_ids: number[];
    outcome: string | null;
    result_bytes: number | null;
    duration_ms: number | null;
  };
  answered_leads: {
    workspace_id: number;
    user_id: number;
    request_hash: Buffer;
    lead_id: number;
  };
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
  api_key_uses: {
    workspace_id: number;
    user_id: number;
    address: string;
    agent: string;
    last_used_at: Date;
  };
  api_keys: {
    workspace_id: number;
    user_id: number;
    sealed_key: string;
    key_hash: Buffer;
  };
  attempts: {
    workspace_id: number;
    id: number;
    subject: Buffer;
    at: Date;
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
  deleted_leads: {
    workspace_id: number;
    id: number;
    owner_id: number | null;
    created_by: number | null;
    date_added: Date;
    field_set: number;
    wire: string;
    deleted_at: Date;
    email_key: string | null;
  };
  delivery_keys: {
    workspace_id: number;
    listener_id: number;
    key_hash: Buffer;
    run_id: string;
    accepted_at: Date;
  };
  idempotent_answers: {
    workspace_id: number;
    user_id: number;
    request_hash: Buffer;
    body_hash: Buffer;
    status: number;
    body: string;
    answered_at: Date;
  };
  installation_keys: {
    number: number;
    check_value: string;
    created_at: Date;
  };
  installation_limits: {
    only_one: boolean;
    rate_limit_per_minute: number | null;
    rate_limit_burst: number | null;
    listener_limit_per_second: number | null;
    runs_in_flight: number | null;
    run_retention_days: number | null;
    restore_days: number | null;
    history_days: number | null;
    agent_call_days: number | null;
  };
  job_parts: {
    workspace_id: number;
    job_id: number;
    kind: string;
    starts_at: number;
    content: Buffer;
  };
  jobs: {
    workspace_id: number;
    id: number;
    kind: string;
    status: string;
    user_id: number;
    user_name: string;
    name: string;
    options: Record<string, unknown>;
    created_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
    position: number;
    size: number;
    row_number: number;
    created: number;
    changed: number;
    unchanged: number;
    refused: number;
    error: string | null;
    fence: number;
    lease_until: Date | null;
    turn_at: Date;
    attempts: number;
  };
  lead_blocks: {
    workspace_id: number;
    block: number;
    count: number;
  };
  lead_count_deltas: {
    workspace_id: number;
    owner_id: number;
    block: number;
    delta: number;
  };
  lead_counts: {
    workspace_id: number;
    owner_id: number;
    count: number;
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
    since_version: number;
  };
  lead_history: {
    workspace_id: number;
    id: number;
    lead_id: number;
    at: Date;
    action: string;
    user_id: number | null;
    user_name: string | null;
    means_type: string;
    means_id: number | null;
    means_name: string | null;
    changes: Record<string, unknown>;
    run_id: string | null;
    started_by: string | null;
  };
  lead_upkeep: {
    workspace_id: number;
    rewrite_since: Date | null;
    rewrite_after: number;
    recounted_at: Date | null;
  };
  lead_values: {
    workspace_id: number;
    lead_id: number;
    field_id: number;
    position: number;
    key: string | null;
    number: number | null;
    is_unique: boolean;
  };
  leads: {
    workspace_id: number;
    id: number;
    owner_id: number | null;
    created_by: number | null;
    modified_by: number | null;
    date_added: Date;
    date_modified: Date;
    field_set: number;
    first_name_key: string | null;
    last_name_key: string | null;
    email_key: string | null;
    phone_key: string | null;
    mobile_key: string | null;
    company_key: string | null;
    position_key: string | null;
    address1_key: string | null;
    address2_key: string | null;
    city_key: string | null;
    state_key: string | null;
    zipcode_key: string | null;
    country_key: string | null;
    website_key: string | null;
    source_key: string | null;
    status_key: string | null;
    score: number | null;
    tag_keys: string[];
    wire: string;
  };
  listeners: {
    workspace_id: number;
    id: number;
    workflow_id: number;
    first_hash: string;
    second_hash: string;
    add_authentication: boolean;
    sealed_endpoint_key: string | null;
    sealed_endpoint_secret: string | null;
    allow_cors: boolean;
    cors_domains: string;
    respond_with: string;
    idempotency_header: string;
    version: number;
  };
  oauth_clients: {
    workspace_id: number;
    id: number;
    client_id: string;
    source: string;
    name: string;
    scope: string;
    redirect_uris: string[];
    secret_hash: Buffer | null;
    metadata_hash: Buffer | null;
    active: boolean;
    created_at: Date;
  };
  oauth_codes: {
    workspace_id: number;
    code_hash: Buffer;
    grant_id: number;
    redirect_uri: string;
    challenge: string;
    expires_at: Date;
    used_at: Date | null;
    failures: number;
  };
  oauth_grants: {
    workspace_id: number;
    id: number;
    client_id: number;
    user_id: number;
    scope: string;
    approved_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    last_used_at: Date | null;
  };
  oauth_requests: {
    workspace_id: number;
    request_hash: Buffer;
    session_id: number;
    client_id: string;
    scope: string;
    redirect_uri: string;
    state: string | null;
    challenge: string;
    metadata_name: string | null;
    metadata_redirect_uris: string[] | null;
    expires_at: Date;
  };
  oauth_tokens: {
    workspace_id: number;
    token_hash: Buffer;
    kind: string;
    grant_id: number;
    expires_at: Date;
    used_at: Date | null;
  };
  password_links: {
    workspace_id: number;
    id: number;
    user_id: number;
    token_hash: Buffer;
    purpose: string;
    sign_in_version: number;
    created_at: Date;
    expires_at: Date;
  };
  refused_requests: {
    workspace_id: number;
    id: number;
    listener_id: number;
    at: Date;
    method: string;
    reason: string;
    address: string;
    header_names: string[];
  };
  roles: {
    workspace_id: number;
    id: number;
    name: string;
    is_admin: boolean;
    permissions: Record<string, unknown>;
  };
  run_steps: {
    workspace_id: number;
    run_id: string;
    path: string;
    position: number;
    name: string;
    type: string;
    status: string;
    started_at: Date;
    ended_at: Date | null;
    input: string | null;
    output: string | null;
    sealed_output: string | null;
    error: string | null;
    attempts: string | null;
  };
  runs: {
    workspace_id: number;
    id: string;
    workflow_id: number;
    workflow_version: number;
    listener_id: number | null;
    status: string;
    fence: number;
    depth: number;
    accepted_at: Date;
    sent_at: Date | null;
    started_at: Date | null;
    ended_at: Date | null;
    due_at: Date | null;
    is_awaited: boolean;
    answered_at: Date | null;
    error: string | null;
    input: string;
    answer: string | null;
    doubted_at: Date | null;
    retry_of: string | null;
    retried_as: string | null;
    trace: string | null;
    started_by: string | null;
  };
  saved_views: {
    workspace_id: number;
    id: number;
    user_id: number;
    name: string;
    definition: Record<string, unknown>;
    is_shared: boolean;
  };
  schema_migrations: {
    number: number;
    name: string;
    checksum: string;
    applied_at: Date;
  };
  secrets: {
    workspace_id: number;
    id: number;
    name: string;
    sealed_value: string;
    hosts: string[];
  };
  sessions: {
    workspace_id: number;
    id: number;
    user_id: number;
    token_hash: Buffer;
    sign_in_version: number;
    created_at: Date;
    last_used_at: Date;
    ends_at: Date;
    browser: string;
    network: string;
  };
  set_up_secrets: {
    only_one: boolean;
    secret_hash: Buffer;
    expires_at: Date;
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
    sign_in_version: number;
  };
  workflow_drafts: {
    workspace_id: number;
    workflow_id: number;
    revision: number;
    steps: string | null;
    base_version: number;
    changed_at: Date;
    changed_by: string | null;
  };
  workflow_versions: {
    workspace_id: number;
    workflow_id: number;
    number: number;
    steps: string;
    language: number;
    reads_raw: boolean;
    published_at: Date;
    published_by: string | null;
  };
  workflows: {
    workspace_id: number;
    id: number;
    name: string;
    owner_id: number;
    enabled: boolean;
    published_version: number;
    created_at: Date;
    failing_since: Date | null;
    failure_told_at: Date | null;
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
    user_names_version: number;
    history_days: number | null;
    template_values_version: number;
    metadata_clients: string;
    agent_tools_off: string[];
    agent_call_days: number;
    listener_limit_per_day: number;
  };
  workspaces: {
    id: number;
    name: string;
    base_url: string;
    host: string;
    created_at: Date;
    suspended_at: Date | null;
    deletion_began_at: Date | null;
    listener_host: string | null;
  };
}
