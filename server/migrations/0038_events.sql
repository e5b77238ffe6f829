-- What happened in a workspace: the source of lead triggers (spec/triggers §3), kept for 30 days. A row is written in the
-- same transaction as the change itself.
-- `id` grows in the order in which rows are written. Writers of one lead wait for each other, so the events of a lead
-- have ascending IDs. The relay gives each event its `position` after the commit, so no event ever appears before a
-- position that was already given.
create table events (
  workspace_id bigint not null,
  id bigint generated always as identity,
  -- The public ID, `evt_` and these digits.
  uid uuid not null,
  type text not null,
  at timestamptz not null,
  position bigint,
  -- Whether the event may start triggers: imports, bulk changes and `apply` choose not to.
  starts_triggers boolean not null,
  -- The run that caused the event, if one did.
  run_id uuid,
  lead_id bigint,
  -- The lead after the change, or before its deletion, and the lead before an edit, both as they are stored.
  lead text,
  before text,
  field_set integer,
  data jsonb not null,
  primary key (workspace_id, id),
  unique (workspace_id, uid),
  unique (workspace_id, position)
);
create index events_pending on events (workspace_id, id) where position is null;
create index events_lead on events (workspace_id, lead_id);
create index events_at on events using brin (at);

-- The last position that the relay gave in each workspace. Locked while the relay works, so that positions are given in
-- order.
create table event_relays (
  workspace_id bigint primary key references workspaces (id),
  position bigint not null default 0
);
