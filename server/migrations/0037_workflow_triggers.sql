-- What starts a workflow besides its listener (spec/triggers §1.1), in the order of the list. `settings` contains every
-- key but the type. `due_at` is the next time of a schedule; other triggers have none.
create table workflow_triggers (
  workspace_id bigint not null,
  workflow_id bigint not null,
  position smallint not null,
  type text not null check (type in ('schedule', 'lead.created', 'lead.updated', 'lead.deleted', 'manual')),
  settings jsonb not null,
  due_at timestamptz,
  primary key (workspace_id, workflow_id, position),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);
create index workflow_triggers_due on workflow_triggers (due_at) where due_at is not null;
create index workflow_triggers_type on workflow_triggers (workspace_id, type);
