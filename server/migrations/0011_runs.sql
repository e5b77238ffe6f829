-- Runs and their steps: docs/decisions/0021-runs.md. Partitioned by the id, a UUIDv7 that begins with its time, so that
-- what is old can be dropped and the key stays (workspace_id, id). Nothing refers to a run by a foreign key.
create table runs (
  workspace_id bigint not null,
  id uuid not null,
  workflow_id bigint not null,
  workflow_version integer not null,
  listener_id bigint,
  status text not null check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  -- Who may go on with this run: the holder of the number. Every hand-over takes the next one, so that whoever was frozen
  -- meanwhile and wakes up can write nothing.
  fence integer not null default 0,
  -- Listeners and workflow.start pass it on, to find a circle.
  depth smallint not null default 0,
  accepted_at timestamptz not null,
  -- When it was last handed to the engine; null: not yet.
  sent_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- When a waiting run goes on; null: when its owner is back.
  due_at timestamptz,
  -- Somebody waits for the answer of its respond step.
  is_awaited boolean not null,
  answered_at timestamptz,
  error text,
  -- JSON, as text: `jsonb` refuses what a caller may send.
  input text not null,
  answer text,
  primary key (workspace_id, id)
) partition by range (id);
-- What is under way or about to be; small, whatever the table has.
create index runs_active on runs (workspace_id, id) where status in ('queued', 'running');
create index runs_due on runs (due_at) where status = 'waiting';
create index runs_workflow on runs (workspace_id, workflow_id, id);

-- One row a step; a step inside a loop has one for each turn, told apart by its path. The row and the step's effect are
-- one transaction.
create table run_steps (
  workspace_id bigint not null,
  run_id uuid not null,
  path text not null collate "C",
  position integer not null,
  name text not null,
  type text not null,
  status text not null check (status in ('running', 'waiting', 'succeeded', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- As they are shown: JSON, secrets replaced.
  input text,
  output text,
  -- The output with its secrets, encrypted, for the run's own use; null where the shown one is the whole.
  sealed_output text,
  error text,
  primary key (workspace_id, run_id, path)
) partition by range (run_id);

-- Takes what fits nowhere else; a row in it is reported, because no week can be made around it.
create table runs_default partition of runs default;
create table run_steps_default partition of run_steps default;

-- The first id of a moment: 48 bits of milliseconds, and nothing after them.
create function first_run_id(moment timestamptz) returns uuid language sql stable set search_path = pg_catalog, pg_temp return
  rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Makes the partitions of this week and of the weeks ahead that are missing. The application owns nothing, so upkeep
-- needs this door. Input is kept as it came, uncompressed and beside its row while it is small.
create function make_run_partitions(weeks_ahead integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  monday timestamptz := date_trunc('week', now(), 'UTC');
  made integer := 0;
  parent text;
  child text;
begin
  for week in 0 .. least(greatest(weeks_ahead, 0), 60) loop
    foreach parent in array array['runs', 'run_steps'] loop
      child := format('%s_%s', parent, to_char(monday at time zone 'UTC', 'IYYY"w"IW'));
      if to_regclass('public.' || child) is null then
        execute format(
          'create table public.%I partition of public.%I for values from (%L) to (%L) with (toast_tuple_target = 8160)',
          child, parent, public.first_run_id(monday), public.first_run_id(monday + interval '7 days'));
        made := made + 1;
      end if;
    end loop;
    monday := monday + interval '7 days';
  end loop;
  return made;
end $$;

revoke execute on function first_run_id, make_run_partitions from public;

-- The same delivery sent again is the same run (decisions 3): 24 hours. Not partitioned, because a unique key over time
-- partitions would have to contain the time, and could not find yesterday's twin.
create table delivery_keys (
  workspace_id bigint not null,
  listener_id bigint not null,
  key_hash bytea not null,
  run_id uuid not null,
  accepted_at timestamptz not null,
  primary key (workspace_id, listener_id, key_hash)
);
create index delivery_keys_old on delivery_keys (accepted_at);
