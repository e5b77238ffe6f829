-- A workspace's own fields of a lead, beside the built-in ones.
create table lead_fields (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  alias text not null,
  label text not null,
  type text not null,
  is_unique boolean not null,
  is_required boolean not null,
  options text[] not null,
  primary key (workspace_id, id),
  unique (workspace_id, alias)
);

-- The number of the set of fields; a new one with every change of it.
alter table workspace_settings add column lead_fields_version integer not null default 1;
