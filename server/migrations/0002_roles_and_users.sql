create table roles (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null check (name <> ''),
  is_admin boolean not null default false,
  -- Key to value, as in docs/generated/permissions.md; what is missing is not permitted.
  permissions jsonb not null default '{}' check (jsonb_typeof(permissions) = 'object'),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

create table users (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  email text not null check (email <> ''),
  -- The address as it is compared: a stored column, because lower() cannot use an index behind a policy.
  email_key text not null collate "C",
  name text not null check (name <> ''),
  role_id bigint not null,
  -- argon2id, with its parameters in front.
  password_hash text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email_key),
  foreign key (workspace_id, role_id) references roles (workspace_id, id)
);

create index users_role on users (workspace_id, role_id);
