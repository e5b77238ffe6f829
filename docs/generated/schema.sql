-- Made by `npm run generate` from server/migrations and server/src/db/doors.ts. Do not edit.

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
-- grant: insert to <app>
-- grant: select to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table installation_keys (
  number integer not null,
  check_value text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (number)
);
-- grant: select to <app>

create table lead_fields (
  workspace_id bigint not null,
  id bigint not null generated always as identity,
  alias text not null,
  label text not null,
  type text not null,
  is_unique boolean not null,
  is_required boolean not null,
  options text[] not null,
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

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  PRIMARY KEY (number)
);
-- grant: select to <app>

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
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
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
  PRIMARY KEY (workspace_id),
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CHECK (((default_page_size >= 1) AND (default_page_size <= 100))),
  CHECK ((listener_limit_per_second > 0)),
  CHECK ((rate_limit_burst > 0)),
  CHECK ((rate_limit_per_minute > 0)),
  CHECK ((restore_days >= 0)),
  CHECK ((run_retention_days > 0)),
  CHECK ((runs_in_flight > 0))
);
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
-- policy: owner: all to <owner> using true with check true
-- policy: workspace: all to <app> using (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint) with check (workspace_id = (NULLIF(current_setting('hark.workspace'::text, true), ''::text))::bigint)
-- row security: enabled and forced

create table workspaces (
  id bigint not null generated by default as identity,
  name text not null,
  base_url text not null,
  host text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  UNIQUE (host),
  PRIMARY KEY (id),
  CHECK ((name <> ''::text))
);
-- grant: insert to <app>
-- grant: select to <app>
-- grant: update to <app>
