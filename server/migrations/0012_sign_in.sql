-- A session, and a link by which a password is set, count only while they carry this number of their user. It is raised
-- by a new password and by switching him off: whatever was handed out before then is refused from the commit on.
alter table users add column sign_in_version integer not null default 1;

-- Who is signed in, in which browser. Only the fingerprint of what the browser holds is kept.
create table sessions (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  sign_in_version integer not null,
  created_at timestamptz not null,
  -- Noted at most once a minute.
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  -- In words such as "Firefox on Linux", and a network, never a whole address: enough to know one's own again.
  browser text not null,
  network text not null,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index sessions_user on sessions (workspace_id, user_id);
create index sessions_last_used on sessions (last_used_at);
create index sessions_end on sessions (ends_at);

-- One-time links by which a person sets his password: an invitation, or a reset. Using one deletes it.
create table password_links (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  purpose text not null check (purpose in ('invitation', 'reset')),
  sign_in_version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index password_links_user on password_links (workspace_id, user_id);
create index password_links_expiry on password_links (expires_at);

-- Attempts that count against somebody. Whom, only a keyed hash tells: neither addresses nor accounts are kept.
create table attempts (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  subject bytea not null,
  at timestamptz not null,
  primary key (workspace_id, id)
);
create index attempts_subject on attempts (workspace_id, subject, at);
create index attempts_at on attempts (at);

-- What opens the set-up page of an installation without an administrator. At most one row, and none once it was used.
create table set_up_secrets (
  only_one boolean primary key default true check (only_one),
  secret_hash bytea not null,
  expires_at timestamptz not null
);
