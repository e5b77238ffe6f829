-- Questions that runs ask people (spec/runs §2.13). An approval without an outcome is pending until it expires.
create table approvals (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  run_id uuid not null,
  path text not null,
  workflow_id bigint not null,
  title text not null,
  text text not null,
  -- Who can decide besides administrators: these users, or the users who have this role when they decide.
  user_ids bigint[],
  role_id bigint,
  role_name text,
  on_timeout text not null check (on_timeout in ('reject', 'approve', 'fail')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'rejected', 'timed_out', 'cancelled')),
  decided_at timestamptz,
  decided_by bigint,
  -- The name at that time, in case the user is deleted later.
  decided_by_name text,
  comment text,
  -- When to send the emails, or to send them again. Null once they are sent.
  mail_due_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, run_id, path),
  check ((user_ids is null) <> (role_id is null))
);
create index approvals_pending on approvals (workspace_id, expires_at) where outcome is null;
create index approvals_mail on approvals (mail_due_at) where mail_due_at is not null;
