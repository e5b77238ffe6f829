-- Values that templates may use and nobody may read again: encrypted with the installation's key.
create table secrets (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  sealed_value text not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

-- Raised with every change of what the settings of a listener read from outside of it: name, zone, secrets.
alter table workspace_settings add column template_values_version integer not null default 1;

create table workflows (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- A run acts as him, and stands still while he is switched off.
  owner_id bigint not null,
  enabled boolean not null,
  -- The version that new runs take; those that have begun keep theirs.
  published_version integer not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  foreign key (workspace_id, owner_id) references users (workspace_id, id)
);
create index workflows_owner on workflows (workspace_id, owner_id);

-- Published once, never changed. Sources only: compiled forms live in memory.
create table workflow_versions (
  workspace_id bigint not null,
  workflow_id bigint not null,
  number integer not null,
  -- JSON. Text, because `jsonb` refuses what a template may contain.
  steps text not null,
  -- Of the template language that the steps are written in.
  language integer not null,
  -- A template of it reads the body as it was received, which is kept only then.
  reads_raw boolean not null,
  published_at timestamptz not null,
  primary key (workspace_id, workflow_id, number),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);

-- The inbound address of a workflow (seed 2.1). Both hashes must be known, and belong to the same row.
create table listeners (
  workspace_id bigint not null,
  id bigint generated always as identity,
  workflow_id bigint not null,
  first_hash text not null collate "C",
  second_hash text not null collate "C",
  add_authentication boolean not null default false,
  sealed_endpoint_key text,
  sealed_endpoint_secret text,
  allow_cors boolean not null default false,
  cors_domains text not null default '',
  respond_with text not null default 'receipt' check (respond_with in ('receipt', 'workflow')),
  idempotency_header text not null default 'Idempotency-Key',
  -- Raised with every change of these settings and of the workflow's published version.
  version integer not null default 1,
  primary key (workspace_id, id),
  unique (workspace_id, workflow_id),
  unique (workspace_id, first_hash, second_hash),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);

-- What the request inspector shows: requests that a listener refused. No token, cookie, credential or body (decisions 3).
create table refused_requests (
  workspace_id bigint not null,
  id bigint generated always as identity,
  listener_id bigint not null,
  at timestamptz not null,
  method text not null,
  reason text not null,
  address text not null,
  header_names text[] not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, listener_id) references listeners (workspace_id, id) on delete cascade
);
create index refused_requests_listener on refused_requests (workspace_id, listener_id, id);
