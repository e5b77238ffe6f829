-- Whether apps may name themselves by the address of a metadata document (decisions 7).
alter table workspace_settings add column metadata_clients text not null default 'allowed'
  check (metadata_clients in ('allowed', 'pre_approved', 'off'));

-- Apps that many users can approve (seed 2.4): issued by an administrator, or recorded when the first user approved them.
create table oauth_clients (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  -- What the app calls itself by: made here, or the address of its metadata document.
  client_id text not null collate "C",
  source text not null check (source in ('administrator', 'metadata_document')),
  name text not null check (name <> ''),
  -- Fixed at creation (seed 5.5).
  scope text not null check (scope in ('api', 'mcp')),
  redirect_uris text[] not null,
  -- SHA-256 of the secret; null for an app that cannot keep one.
  secret_hash bytea,
  -- Of what the document said when it was last approved; null before.
  metadata_hash bytea,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, client_id)
);
-- An administrator knows his apps by their name; what strangers call theirs may be anything.
create unique index oauth_clients_name on oauth_clients (workspace_id, name) where source = 'administrator';

-- One user's approval of one app. Everything that was issued for it ends with it.
create table oauth_grants (
  workspace_id bigint not null,
  id bigint generated always as identity,
  client_id bigint not null,
  user_id bigint not null,
  scope text not null check (scope in ('api', 'mcp')),
  approved_at timestamptz not null,
  -- When the last of what was issued for it expires.
  expires_at timestamptz not null,
  ended_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, client_id) references oauth_clients (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index oauth_grants_client on oauth_grants (workspace_id, client_id, user_id, id);
create index oauth_grants_user on oauth_grants (workspace_id, user_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

-- A person is being asked: what for, and in which session. Known by the fingerprint of the form's hidden value.
create table oauth_requests (
  workspace_id bigint not null references workspaces (id),
  request_hash bytea not null,
  session_id bigint not null,
  client_id text not null,
  scope text not null,
  redirect_uri text not null,
  state text,
  challenge text not null,
  -- What the app's document said when the person was asked; null for an app of an administrator.
  metadata_name text,
  metadata_redirect_uris text[],
  expires_at timestamptz not null,
  primary key (workspace_id, request_hash),
  foreign key (workspace_id, session_id) references sessions (workspace_id, id) on delete cascade
);
create index oauth_requests_session on oauth_requests (workspace_id, session_id);
create index oauth_requests_expiry on oauth_requests (expires_at);

-- Fingerprints only, here and below. A used one stays for a while: its second use tells that it was stolen.
create table oauth_codes (
  workspace_id bigint not null,
  code_hash bytea not null,
  grant_id bigint not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failures integer not null default 0,
  primary key (workspace_id, code_hash),
  foreign key (workspace_id, grant_id) references oauth_grants (workspace_id, id) on delete cascade
);
create index oauth_codes_grant on oauth_codes (workspace_id, grant_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

create table oauth_tokens (
  workspace_id bigint not null,
  token_hash bytea not null,
  kind text not null check (kind in ('access', 'refresh')),
  grant_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, token_hash),
  foreign key (workspace_id, grant_id) references oauth_grants (workspace_id, id) on delete cascade
);
create index oauth_tokens_grant on oauth_tokens (workspace_id, grant_id);
-- Refresh tokens go with their grant.
create index oauth_tokens_expiry on oauth_tokens (expires_at) where kind = 'access';
