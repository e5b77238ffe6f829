-- Made by `npm run generate` from server/migrations and server/src/db/tenancy/database-roles.ts. Do not edit.

create table agent_calls (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  user_id bigint not null,
  user_name text not null,
  client_type text not null,
  client_id bigint,
  client_name text not null,
  tool text not null,
  arguments text not null,
  lead_ids bigint[] not null default '{}'::bigint[],
  outcome text,
  result_bytes integer,
  duration_ms integer,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX agent_calls_old ON agent_calls USING btree (at);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("at", "id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table answered_leads (
  workspace_id bigint not null,
  user_id bigint not null,
  request_hash bytea not null,
  lead_id bigint not null,
  PRIMARY KEY (workspace_id, user_id, request_hash, lead_id),
  FOREIGN KEY (workspace_id, user_id, request_hash) REFERENCES idempotent_answers(workspace_id, user_id, request_hash) ON DELETE CASCADE
);
CREATE INDEX answered_leads_lead ON answered_leads USING btree (workspace_id, lead_id);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table api_clients (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  UNIQUE (workspace_id, token_hash),
  UNIQUE (workspace_id, user_id, name),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE,
  CHECK ((name <> ''::text)),
  CHECK ((scope = ANY (ARRAY['api'::text, 'mcp'::text])))
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table api_key_uses (
  workspace_id bigint not null,
  user_id bigint not null,
  address text not null,
  agent text not null,
  last_used_at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, user_id, address, agent),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_uses_old ON api_key_uses USING btree (last_used_at);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "last_used_at") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table api_keys (
  workspace_id bigint not null,
  user_id bigint not null,
  sealed_key text not null,
  key_hash bytea not null,
  UNIQUE (workspace_id, key_hash),
  PRIMARY KEY (workspace_id, user_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table attempts (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  subject bytea not null,
  at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX attempts_at ON attempts USING btree (at);
CREATE INDEX attempts_subject ON attempts USING btree (workspace_id, subject, at);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("at", "ctid") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table audit_entries (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  user_id bigint,
  user_name text,
  means_type text not null,
  means_name text,
  origin text,
  action text not null,
  subject_type text not null,
  subject_id bigint not null,
  subject_name text not null,
  old_values jsonb not null,
  new_values jsonb not null,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX audit_entries_subject ON audit_entries USING btree (workspace_id, subject_type, id);
CREATE INDEX audit_entries_user ON audit_entries USING btree (workspace_id, user_id, id);
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table deleted_leads (
  workspace_id bigint not null,
  id bigint not null,
  owner_id bigint,
  created_by bigint,
  date_added timestamp with time zone not null,
  field_set integer not null,
  wire text not null,
  deleted_at timestamp with time zone not null,
  email_key text collate "C",
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX deleted_leads_email ON deleted_leads USING btree (workspace_id, email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX deleted_leads_old ON deleted_leads USING btree (deleted_at);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("deleted_at", "id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table delivery_keys (
  workspace_id bigint not null,
  listener_id bigint not null,
  key_hash bytea not null,
  run_id uuid not null,
  accepted_at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, listener_id, key_hash)
);
CREATE INDEX delivery_keys_old ON delivery_keys USING btree (accepted_at);
-- grant: delete to <upkeep>
-- grant: insert to <ingest>
-- grant: select ("accepted_at", "key_hash", "listener_id", "workspace_id") to <upkeep>
-- grant: select ("key_hash", "listener_id", "run_id", "workspace_id") to <ingest>
-- grant: select to <app>
-- policy: ingest_insert: insert to <ingest> using – with check true
-- policy: ingest_select: select to <ingest> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table idempotent_answers (
  workspace_id bigint not null,
  user_id bigint not null,
  request_hash bytea not null,
  body_hash bytea not null,
  status integer not null,
  body text not null,
  answered_at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, user_id, request_hash),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX idempotent_answers_old ON idempotent_answers USING btree (answered_at);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("answered_at", "ctid") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table installation_keys (
  number integer not null,
  check_value text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (number)
);
-- grant: select to <app>

create table installation_limits (
  only_one boolean not null default true,
  rate_limit_per_minute integer,
  rate_limit_burst integer,
  listener_limit_per_second integer,
  runs_in_flight integer,
  run_retention_days integer,
  restore_days integer,
  history_days integer,
  agent_call_days integer,
  PRIMARY KEY (only_one),
  CHECK ((agent_call_days > 0)),
  CHECK ((history_days > 0)),
  CHECK ((listener_limit_per_second > 0)),
  CHECK (only_one),
  CHECK ((rate_limit_burst > 0)),
  CHECK ((rate_limit_per_minute > 0)),
  CHECK ((restore_days > 0)),
  CHECK ((run_retention_days > 0)),
  CHECK ((runs_in_flight > 0))
);
-- grant: select to <app>

create table job_parts (
  workspace_id bigint not null,
  job_id bigint not null,
  kind text not null,
  starts_at bigint not null,
  content bytea not null,
  PRIMARY KEY (workspace_id, job_id, kind, starts_at),
  FOREIGN KEY (workspace_id, job_id) REFERENCES jobs(workspace_id, id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['source'::text, 'done'::text, 'result'::text])))
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table jobs (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  status text not null,
  user_id bigint not null,
  user_name text not null,
  name text not null,
  options jsonb not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  position bigint not null default 0,
  size bigint not null default 0,
  row_number bigint not null default 0,
  created bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  error text,
  fence integer not null default 0,
  lease_until timestamp with time zone,
  turn_at timestamp with time zone not null,
  attempts integer not null default 0,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CHECK ((kind = ANY (ARRAY['import'::text, 'export'::text, 'edit'::text, 'delete'::text, 'undo'::text]))),
  CHECK ((status = ANY (ARRAY['draft'::text, 'queued'::text, 'running'::text, 'checked'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX jobs_of_user ON jobs USING btree (workspace_id, user_id, id);
CREATE INDEX jobs_open ON jobs USING btree (turn_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("attempts", "created_at", "ended_at", "fence", "id", "kind", "lease_until", "status", "turn_at", "workspace_id") to <upkeep>
-- grant: select to <app>
-- grant: update ("attempts", "fence", "lease_until", "turn_at") to <upkeep>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: upkeep_update: update to <upkeep> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_blocks (
  workspace_id bigint not null,
  block integer not null,
  count integer not null,
  PRIMARY KEY (workspace_id, block)
);
-- grant: insert to <upkeep>
-- grant: select to <app>
-- grant: select to <upkeep>
-- grant: update to <upkeep>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_insert: insert to <upkeep> using – with check true
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: upkeep_update: update to <upkeep> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_count_deltas (
  workspace_id bigint not null,
  owner_id bigint not null,
  block integer not null,
  delta integer not null
);
CREATE INDEX lead_count_deltas_owner ON lead_count_deltas USING btree (workspace_id, owner_id) INCLUDE (block, delta);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: select to <upkeep>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_counts (
  workspace_id bigint not null,
  owner_id bigint not null,
  count bigint not null,
  PRIMARY KEY (workspace_id, owner_id) INCLUDE (count)
);
-- grant: insert to <upkeep>
-- grant: select to <app>
-- grant: select to <upkeep>
-- grant: update to <upkeep>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_insert: insert to <upkeep> using – with check true
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: upkeep_update: update to <upkeep> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_fields (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  alias text not null,
  label text not null,
  type text not null,
  is_unique boolean not null,
  is_required boolean not null,
  options text[] not null,
  since_version integer not null default 1,
  UNIQUE (workspace_id, alias),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_history (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  lead_id bigint not null,
  at timestamp with time zone not null,
  action text not null,
  user_id bigint,
  user_name text,
  means_type text not null,
  means_id bigint,
  means_name text,
  changes jsonb not null,
  run_id uuid,
  started_by uuid,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX lead_history_lead ON lead_history USING btree (workspace_id, lead_id, id);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("at", "id", "lead_id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_upkeep (
  workspace_id bigint not null,
  rewrite_since timestamp with time zone,
  rewrite_after bigint not null default 0,
  recounted_at timestamp with time zone,
  PRIMARY KEY (workspace_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX lead_upkeep_rewrite ON lead_upkeep USING btree (rewrite_since) WHERE (rewrite_since IS NOT NULL);
-- grant: insert to <app>
-- grant: select ("recounted_at", "rewrite_since", "workspace_id") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table lead_values (
  workspace_id bigint not null,
  lead_id bigint not null,
  field_id bigint not null,
  position smallint not null default 0,
  key text collate "C",
  number double precision,
  is_unique boolean not null default false,
  PRIMARY KEY (workspace_id, lead_id, field_id, "position"),
  FOREIGN KEY (workspace_id, lead_id) REFERENCES leads(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX lead_values_key ON lead_values USING btree (workspace_id, field_id, key, lead_id) WHERE (key IS NOT NULL);
CREATE INDEX lead_values_number ON lead_values USING btree (workspace_id, field_id, number, lead_id) WHERE (number IS NOT NULL);
CREATE UNIQUE INDEX lead_values_unique ON lead_values USING btree (workspace_id, field_id, key) WHERE is_unique;
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table leads (
  workspace_id bigint not null,
  id bigint not null generated by default as identity,
  owner_id bigint,
  created_by bigint,
  modified_by bigint,
  date_added timestamp with time zone not null,
  date_modified timestamp with time zone not null,
  field_set integer not null,
  first_name_key text collate "C",
  last_name_key text collate "C",
  email_key text collate "C",
  phone_key text collate "C",
  mobile_key text collate "C",
  company_key text collate "C",
  position_key text collate "C",
  address1_key text collate "C",
  address2_key text collate "C",
  city_key text collate "C",
  state_key text collate "C",
  zipcode_key text collate "C",
  country_key text collate "C",
  website_key text collate "C",
  source_key text collate "C",
  status_key text collate "C",
  score bigint,
  tag_keys text[] not null default '{}'::text[],
  wire text not null,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX leads_address1 ON leads USING btree (workspace_id, address1_key, id);
CREATE INDEX leads_address2 ON leads USING btree (workspace_id, address2_key, id);
CREATE INDEX leads_city ON leads USING btree (workspace_id, city_key, id);
CREATE INDEX leads_company ON leads USING btree (workspace_id, company_key, id);
CREATE INDEX leads_country ON leads USING btree (workspace_id, country_key, id);
CREATE INDEX leads_date_added ON leads USING btree (workspace_id, date_added, id);
CREATE INDEX leads_date_modified ON leads USING btree (workspace_id, date_modified, id);
CREATE UNIQUE INDEX leads_email ON leads USING btree (workspace_id, email_key);
CREATE INDEX leads_first_name ON leads USING btree (workspace_id, first_name_key, id);
CREATE INDEX leads_last_name ON leads USING btree (workspace_id, last_name_key, id);
CREATE INDEX leads_mobile ON leads USING btree (workspace_id, mobile_key, id);
CREATE INDEX leads_owner ON leads USING btree (workspace_id, owner_id, id);
CREATE INDEX leads_phone ON leads USING btree (workspace_id, phone_key, id);
CREATE INDEX leads_position ON leads USING btree (workspace_id, position_key, id);
CREATE INDEX leads_score ON leads USING btree (workspace_id, score, id);
CREATE INDEX leads_search ON leads USING gin (((workspace_id + 0)), first_name_key gin_trgm_ops, last_name_key gin_trgm_ops, company_key gin_trgm_ops, email_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX leads_source ON leads USING btree (workspace_id, source_key, id);
CREATE INDEX leads_state ON leads USING btree (workspace_id, state_key, id);
CREATE INDEX leads_status ON leads USING btree (workspace_id, status_key, id);
CREATE INDEX leads_website ON leads USING btree (workspace_id, website_key, id);
CREATE INDEX leads_without_email ON leads USING btree (workspace_id, id) WHERE (email_key IS NULL);
CREATE INDEX leads_zipcode ON leads USING btree (workspace_id, zipcode_key, id);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: select to <finder>
-- grant: update to <app>
-- policy: finder_select: select to <finder> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table listeners (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  workflow_id bigint not null,
  first_hash text collate "C" not null,
  second_hash text collate "C" not null,
  add_authentication boolean not null default false,
  sealed_endpoint_key text,
  sealed_endpoint_secret text,
  allow_cors boolean not null default false,
  cors_domains text not null default ''::text,
  respond_with text not null default 'receipt'::text,
  idempotency_header text not null default 'Idempotency-Key'::text,
  version integer not null default 1,
  UNIQUE (workspace_id, first_hash, second_hash),
  UNIQUE (workspace_id, workflow_id),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, workflow_id) REFERENCES workflows(workspace_id, id) ON DELETE CASCADE,
  CHECK ((respond_with = ANY (ARRAY['receipt'::text, 'workflow'::text])))
);
-- grant: insert to <app>
-- grant: select ("id", "version", "workflow_id", "workspace_id") to <ingest>
-- grant: select to <app>
-- grant: update to <app>
-- policy: ingest_select: select to <ingest> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table oauth_clients (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  client_id text collate "C" not null,
  source text not null,
  name text not null,
  scope text not null,
  redirect_uris text[] not null,
  secret_hash bytea,
  metadata_hash bytea,
  active boolean not null default true,
  created_at timestamp with time zone not null,
  UNIQUE (workspace_id, client_id),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CHECK ((name <> ''::text)),
  CHECK ((scope = ANY (ARRAY['api'::text, 'mcp'::text]))),
  CHECK ((source = ANY (ARRAY['administrator'::text, 'metadata_document'::text])))
);
CREATE UNIQUE INDEX oauth_clients_name ON oauth_clients USING btree (workspace_id, name) WHERE (source = 'administrator'::text);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table oauth_codes (
  workspace_id bigint not null,
  code_hash bytea not null,
  grant_id bigint not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  failures integer not null default 0,
  PRIMARY KEY (workspace_id, code_hash),
  FOREIGN KEY (workspace_id, grant_id) REFERENCES oauth_grants(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_expiry ON oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_grant ON oauth_codes USING btree (workspace_id, grant_id);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "expires_at") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table oauth_grants (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  client_id bigint not null,
  user_id bigint not null,
  scope text not null,
  approved_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_used_at timestamp with time zone,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, client_id) REFERENCES oauth_clients(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE,
  CHECK ((scope = ANY (ARRAY['api'::text, 'mcp'::text])))
);
CREATE INDEX oauth_grants_client ON oauth_grants USING btree (workspace_id, client_id, user_id, id);
CREATE INDEX oauth_grants_expiry ON oauth_grants USING btree (expires_at);
CREATE INDEX oauth_grants_user ON oauth_grants USING btree (workspace_id, user_id);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "expires_at") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table oauth_requests (
  workspace_id bigint not null,
  request_hash bytea not null,
  session_id bigint not null,
  client_id text not null,
  scope text not null,
  redirect_uri text not null,
  state text,
  challenge text not null,
  metadata_name text,
  metadata_redirect_uris text[],
  expires_at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, request_hash),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, session_id) REFERENCES sessions(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_requests_expiry ON oauth_requests USING btree (expires_at);
CREATE INDEX oauth_requests_session ON oauth_requests USING btree (workspace_id, session_id);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "expires_at") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table oauth_tokens (
  workspace_id bigint not null,
  token_hash bytea not null,
  kind text not null,
  grant_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, grant_id) REFERENCES oauth_grants(workspace_id, id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])))
);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens USING btree (expires_at) WHERE (kind = 'access'::text);
CREATE INDEX oauth_tokens_grant ON oauth_tokens USING btree (workspace_id, grant_id);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "expires_at", "kind") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table password_links (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  purpose text not null,
  sign_in_version integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  UNIQUE (workspace_id, token_hash),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);
CREATE INDEX password_links_expiry ON password_links USING btree (expires_at);
CREATE INDEX password_links_user ON password_links USING btree (workspace_id, user_id);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "expires_at") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table refused_requests (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  listener_id bigint not null,
  at timestamp with time zone not null,
  method text not null,
  reason text not null,
  address text not null,
  header_names text[] not null,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, listener_id) REFERENCES listeners(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX refused_requests_listener ON refused_requests USING btree (workspace_id, listener_id, id);
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("at", "id", "listener_id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table roles (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  is_admin boolean not null default false,
  permissions jsonb not null default '{}'::jsonb,
  UNIQUE (workspace_id, name),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CHECK ((name <> ''::text)),
  CHECK ((jsonb_typeof(permissions) = 'object'::text))
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table run_steps (
  workspace_id bigint not null,
  run_id uuid not null,
  path text collate "C" not null,
  position integer not null,
  name text not null,
  type text not null,
  status text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  input text,
  output text,
  sealed_output text,
  error text,
  attempts text,
  PRIMARY KEY (workspace_id, run_id, path),
  CHECK ((status = ANY (ARRAY['running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text])))
);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("run_id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table runs (
  workspace_id bigint not null,
  id uuid not null,
  workflow_id bigint not null,
  workflow_version integer not null,
  listener_id bigint,
  status text not null,
  fence integer not null default 0,
  depth smallint not null default 0,
  accepted_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  is_awaited boolean not null,
  answered_at timestamp with time zone,
  error text,
  input text not null,
  answer text,
  doubted_at timestamp with time zone,
  retry_of uuid,
  retried_as uuid,
  trace text,
  started_by uuid,
  PRIMARY KEY (workspace_id, id),
  CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  CHECK ((length(trace) <= 55))
);
CREATE INDEX runs_due ON ONLY runs USING btree (due_at) WHERE (status = ANY (ARRAY['running'::text, 'waiting'::text]));
CREATE INDEX runs_ended_badly ON ONLY runs USING btree (workspace_id, id) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));
CREATE INDEX runs_failed ON ONLY runs USING btree (workspace_id, ended_at) WHERE ((status = 'failed'::text) AND (retried_as IS NULL));
CREATE INDEX runs_sent ON ONLY runs USING btree (status, workspace_id, id) WHERE ((status = ANY (ARRAY['queued'::text, 'running'::text])) AND (sent_at IS NOT NULL));
CREATE INDEX runs_standing ON ONLY runs USING btree (workspace_id, workflow_id) WHERE ((status = 'waiting'::text) AND (due_at IS NULL));
CREATE INDEX runs_unsent ON ONLY runs USING btree (workspace_id, id) WHERE ((status = 'queued'::text) AND (sent_at IS NULL));
CREATE INDEX runs_workflow ON ONLY runs USING btree (workspace_id, workflow_id, id);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: insert to <ingest>
-- grant: select ("accepted_at", "answered_at", "doubted_at", "due_at", "fence", "id", "is_awaited", "sent_at", "status", "workflow_id", "workspace_id") to <dispatch>
-- grant: select ("ended_at", "id", "workspace_id") to <upkeep>
-- grant: select to <app>
-- grant: update ("doubted_at", "due_at", "fence", "sent_at", "status") to <dispatch>
-- grant: update to <app>
-- policy: dispatch_select: select to <dispatch> using true with check –
-- policy: dispatch_update: update to <dispatch> using true with check true
-- policy: ingest_insert: insert to <ingest> using – with check true
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table saved_views (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  definition jsonb not null,
  is_shared boolean not null default false,
  UNIQUE (workspace_id, user_id, name),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  PRIMARY KEY (number)
);
-- grant: select to <app>

create table secrets (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  sealed_value text not null,
  hosts text[] not null default '{}'::text[],
  UNIQUE (workspace_id, name),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table sessions (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  sign_in_version integer not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  browser text not null,
  network text not null,
  UNIQUE (workspace_id, token_hash),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_end ON sessions USING btree (ends_at);
CREATE INDEX sessions_last_used ON sessions USING btree (last_used_at);
CREATE INDEX sessions_user ON sessions USING btree (workspace_id, user_id);
-- grant: delete to <app>
-- grant: delete to <upkeep>
-- grant: insert to <app>
-- grant: select ("ctid", "ends_at", "last_used_at") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_delete: delete to <upkeep> using true with check –
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table set_up_secrets (
  only_one boolean not null default true,
  secret_hash bytea not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (only_one),
  CHECK (only_one)
);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>

create table users (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  role_id bigint not null,
  password_hash text not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  sign_in_version integer not null default 1,
  UNIQUE (workspace_id, email_key),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, role_id) REFERENCES roles(workspace_id, id),
  CHECK ((email <> ''::text)),
  CHECK ((name <> ''::text))
);
CREATE INDEX users_role ON users USING btree (workspace_id, role_id);
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select ("active", "id", "workspace_id") to <dispatch>
-- grant: select ("active", "id", "workspace_id") to <ingest>
-- grant: select to <app>
-- grant: update to <app>
-- policy: dispatch_select: select to <dispatch> using true with check –
-- policy: ingest_select: select to <ingest> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workflow_drafts (
  workspace_id bigint not null,
  workflow_id bigint not null,
  revision integer not null,
  steps text,
  base_version integer not null,
  changed_at timestamp with time zone not null,
  changed_by text,
  PRIMARY KEY (workspace_id, workflow_id),
  FOREIGN KEY (workspace_id, workflow_id) REFERENCES workflows(workspace_id, id) ON DELETE CASCADE
);
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workflow_versions (
  workspace_id bigint not null,
  workflow_id bigint not null,
  number integer not null,
  steps text not null,
  language integer not null,
  reads_raw boolean not null,
  published_at timestamp with time zone not null,
  published_by text,
  PRIMARY KEY (workspace_id, workflow_id, number),
  FOREIGN KEY (workspace_id, workflow_id) REFERENCES workflows(workspace_id, id) ON DELETE CASCADE
);
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workflows (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  owner_id bigint not null,
  enabled boolean not null,
  published_version integer not null,
  created_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone,
  failure_told_at timestamp with time zone,
  UNIQUE (workspace_id, name),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  FOREIGN KEY (workspace_id, owner_id) REFERENCES users(workspace_id, id),
  CHECK ((name <> ''::text)),
  CHECK (((published_version > 0) OR (NOT enabled)))
);
CREATE INDEX workflows_owner ON workflows USING btree (workspace_id, owner_id);
CREATE INDEX workflows_untold ON workflows USING btree (workspace_id, id) WHERE ((failing_since IS NOT NULL) AND (failure_told_at IS NULL));
-- grant: delete to <app>
-- grant: insert to <app>
-- grant: select ("enabled", "id", "owner_id", "published_version", "workspace_id") to <ingest>
-- grant: select ("failing_since", "failure_told_at", "id", "workspace_id") to <upkeep>
-- grant: select ("id", "owner_id", "workspace_id") to <dispatch>
-- grant: select to <app>
-- grant: update to <app>
-- policy: dispatch_select: select to <dispatch> using true with check –
-- policy: ingest_select: select to <ingest> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workspace_settings (
  workspace_id bigint not null,
  default_page_size integer not null default 30,
  rate_limit_per_minute integer not null default 6000,
  rate_limit_burst integer not null default 200,
  listener_limit_per_second integer not null default 1000,
  runs_in_flight integer not null default 500,
  run_retention_days integer not null default 30,
  restore_days integer not null default 30,
  timezone text not null default 'UTC'::text,
  lead_fields_version integer not null default 1,
  user_names_version integer not null default 1,
  history_days integer,
  template_values_version integer not null default 1,
  metadata_clients text not null default 'allowed'::text,
  agent_tools_off text[] not null default '{}'::text[],
  agent_call_days integer not null default 30,
  listener_limit_per_day integer not null default 5000000,
  PRIMARY KEY (workspace_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CHECK ((agent_call_days > 0)),
  CHECK (((default_page_size >= 1) AND (default_page_size <= 100))),
  CHECK ((history_days > 0)),
  CHECK ((listener_limit_per_day > 0)),
  CHECK ((listener_limit_per_second > 0)),
  CHECK ((metadata_clients = ANY (ARRAY['allowed'::text, 'pre_approved'::text, 'off'::text]))),
  CHECK ((rate_limit_burst > 0)),
  CHECK ((rate_limit_per_minute > 0)),
  CHECK ((restore_days >= 0)),
  CHECK ((run_retention_days > 0)),
  CHECK ((runs_in_flight > 0))
);
-- grant: insert to <app>
-- grant: select ("agent_call_days", "history_days", "restore_days", "run_retention_days", "workspace_id") to <upkeep>
-- grant: select ("runs_in_flight", "workspace_id") to <dispatch>
-- grant: select ("template_values_version", "workspace_id") to <ingest>
-- grant: select to <app>
-- grant: update to <app>
-- policy: dispatch_select: select to <dispatch> using true with check –
-- policy: ingest_select: select to <ingest> using true with check –
-- policy: owner: all to <owner> using true with check true
-- policy: upkeep_select: select to <upkeep> using true with check –
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workspaces (
  id bigint not null generated by default as identity,
  name text not null,
  base_url text not null,
  host text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  deletion_began_at timestamp with time zone,
  listener_host text collate "C",
  UNIQUE (host),
  PRIMARY KEY (id),
  CHECK (((deletion_began_at IS NULL) OR (suspended_at IS NOT NULL))),
  CHECK ((name <> ''::text))
);
CREATE INDEX workspaces_listener_host_idx ON workspaces USING btree (COALESCE(listener_host, host));
-- grant: insert to <app>
-- grant: select ("host", "id", "listener_host", "suspended_at") to <ingest>
-- grant: select ("id", "suspended_at") to <dispatch>
-- grant: select ("id", "suspended_at") to <upkeep>
-- grant: select to <app>
-- grant: update to <app>

CREATE OR REPLACE FUNCTION public.drop_run_partitions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
declare
  cutoff timestamptz := now() - make_interval(days => (select coalesce(max(run_retention_days), 36500)
                                                       from public.workspace_settings));
  dropped integer := 0;
  week text;
  is_used boolean;
begin
  for week in
    select substr(c.relname, 6) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.runs'::regclass and c.relname ~ '^runs_\d{4}w\d{2}$'
      and to_date(substr(c.relname, 6), 'IYYY"w"IW') + 7 < cutoff
    order by 1
  loop
    execute format('select exists (select from public.%I where ended_at is null or ended_at >= %L)', 'runs_' || week, cutoff)
      into is_used;
    continue when is_used;
    execute format('drop table public.%I', 'runs_' || week);
    execute format('drop table if exists public.%I', 'run_steps_' || week);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$;
-- function: runs as <owner>
-- grant: execute to <upkeep>

CREATE OR REPLACE FUNCTION public.first_run_id(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (rpad(lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text), 32, '0'::text))::uuid;

CREATE OR REPLACE FUNCTION public.leads_like(column_name text, pattern text, most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  if column_name not in ('first_name_key', 'last_name_key', 'company_key', 'email_key') then
    raise exception 'leads are not searched by "%"', column_name;
  end if;
  return query execute format(
    'select l.id from public.leads l where l.workspace_id + 0 = $1 and l.%I like $2 limit $3', column_name)
    using nullif(current_setting('hark.workspace', true), '')::bigint, pattern, most;
end
$function$;
-- function: runs as <finder>
-- grant: execute to <app>

CREATE OR REPLACE FUNCTION public.make_run_partitions(weeks_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made integer := 0;
begin
  for week in 0 .. least(greatest(weeks_ahead, 0), 60) loop
    made := made + public.make_run_week(now() + make_interval(weeks => week));
  end loop;
  return made;
end $function$;
-- function: runs as <owner>
-- grant: execute to <upkeep>

CREATE OR REPLACE FUNCTION public.make_run_week(week timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  monday timestamptz := date_trunc('week', week, 'UTC');
  made integer := 0;
  parent text;
  child text;
begin
  foreach parent in array array['runs', 'run_steps'] loop
    child := format('%s_%s', parent, to_char(monday at time zone 'UTC', 'IYYY"w"IW'));
    if to_regclass('public.' || child) is null then
      execute format(
        'create table public.%I partition of public.%I for values from (%L) to (%L) with (toast_tuple_target = 8160)',
        child, parent, public.first_run_id(monday), public.first_run_id(monday + interval '7 days'));
      made := made + 1;
    end if;
  end loop;
  return made;
end $function$;
