-- The recipients of mail.send on the last day (UTC) on which a workspace sent an email, and when that day ends.
create table mail_usage (
  workspace_id bigint primary key references workspaces (id),
  resets_at timestamptz not null,
  recipients integer not null
);
