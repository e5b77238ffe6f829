-- Which run of a workflow changed a lead, so that its history leads there.
alter table lead_history add column run_id uuid;

-- What somebody asked for that takes longer than a request: importing a file of leads, exporting a view, changing or deleting all leads
-- that match one, and undoing that (docs/decisions/0066-jobs.md).
create table jobs (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('import', 'export', 'edit', 'delete', 'undo')),
  status text not null check (status in ('draft', 'queued', 'running', 'checked', 'succeeded', 'failed', 'cancelled')),
  -- It acts as this user, with the rights that he has at each step. The name is kept as it was.
  user_id bigint not null,
  user_name text not null,
  name text not null,
  options jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- How far it is: the byte of the file that comes next, or the last id that was written, and out of how much.
  position bigint not null default 0,
  size bigint not null default 0,
  row_number bigint not null default 0,
  created bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  error text,
  -- Who holds the newest fence may write; the lease says until when nobody else takes it.
  fence integer not null default 0,
  lease_until timestamptz,
  turn_at timestamptz not null,
  attempts integer not null default 0,
  primary key (workspace_id, id)
);
create index jobs_open on jobs (turn_at) where status in ('queued', 'running');
create index jobs_of_user on jobs (workspace_id, user_id, id);

-- The file that is read, and the one that is made, in parts. What a change of many leads did, lead by lead, is a file of its own ('done'): what was
-- uploaded goes when a job ends, this stays until it cannot be undone.
create table job_parts (
  workspace_id bigint not null,
  job_id bigint not null,
  kind text not null check (kind in ('source', 'done', 'result')),
  starts_at bigint not null,
  content bytea not null,
  primary key (workspace_id, job_id, kind, starts_at),
  foreign key (workspace_id, job_id) references jobs (workspace_id, id) on delete cascade
);
-- Cells of people do not shrink enough to be worth the time, and parts are read once.
alter table job_parts alter column content set storage external;

-- Views of leads that people gave a name to: filters, order and columns, as they stand in the address of the page.
create table saved_views (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  definition jsonb not null,
  is_shared boolean not null default false,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, name),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
