-- Authenticator apps, passkeys and recovery codes (spec/sign-in).
create table authenticator_apps (
  workspace_id bigint not null references workspaces (id),
  user_id bigint not null,
  sealed_secret text not null,
  -- Null until the user has entered a first code.
  confirmed_at timestamptz,
  -- The 30 seconds that the last code belonged to. That code and earlier ones no longer work.
  last_step bigint not null default 0,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

create table passkeys (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  -- How often the authenticator says it has been used. Many always say 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, credential_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index passkeys_user on passkeys (workspace_id, user_id);

-- A code is deleted when it is used.
create table recovery_codes (
  workspace_id bigint not null references workspaces (id),
  user_id bigint not null,
  code_hash bytea not null,
  primary key (workspace_id, user_id, code_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- What Hark remembers about a browser between two steps of signing in, such as the challenge for a passkey.
create table sign_in_flows (
  workspace_id bigint not null references workspaces (id),
  -- A hash of the cookie that identifies the browser.
  browser_hash bytea not null,
  purpose text not null,
  data jsonb not null,
  expires_at timestamptz not null,
  primary key (workspace_id, browser_hash, purpose)
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
