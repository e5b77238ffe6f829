-- Changes of leads that wait for a person (spec/proposals §1). A proposal without an outcome is pending until it expires.
create table proposals (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  action text not null check (action in ('create', 'edit', 'delete', 'restore')),
  -- Null for a lead that isn't created yet.
  lead_id bigint,
  -- The owner of a lead that isn't created yet.
  owner_id bigint,
  changes jsonb not null,
  proposed_by bigint not null,
  -- The name at that time, in case the user is deleted later.
  proposed_by_name text not null,
  means_type text not null,
  means_id bigint,
  means_name text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'rejected')),
  decided_at timestamptz,
  decided_by bigint,
  decided_by_name text,
  primary key (workspace_id, id)
);
create index proposals_pending on proposals (workspace_id, id) where outcome is null;
create index proposals_lead on proposals (workspace_id, lead_id) where lead_id is not null;
-- For upkeep, which looks for what is too old over all workspaces.
create index proposals_old on proposals (expires_at);
