-- The one API key of a user (seed 2.4). The key itself is kept, encrypted; the keyed hash finds it.
create table api_keys (
  workspace_id bigint not null references workspaces (id),
  user_id bigint not null,
  sealed_key text not null,
  key_hash bytea not null,
  primary key (workspace_id, user_id),
  unique (workspace_id, key_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- A user's integrations. Only the fingerprint of a token is kept (seed 2.4, decisions 9).
create table api_clients (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null check (name <> ''),
  scope text not null check (scope in ('api', 'mcp')),
  token_hash bytea not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, name),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
