-- Who changed what, by what means, when and from where. Names are kept as they were. Never holds a secret value.
create table audit_entries (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  at timestamptz not null,
  user_id bigint,
  user_name text,
  means_type text not null,
  means_name text,
  -- A caller's network address, or the account and machine of a command.
  origin text,
  action text not null,
  subject_type text not null,
  subject_id bigint not null,
  subject_name text not null,
  old_values jsonb not null,
  new_values jsonb not null,
  primary key (workspace_id, id)
);
