-- What an operator does with whole workspaces: docs/decisions/0061-workspaces-of-an-operator.md.
alter table workspaces
  -- While it is set, every surface refuses, and no run starts or goes on.
  add column suspended_at timestamptz,
  -- Set before the first row is removed: from then on there is no way back.
  add column deletion_began_at timestamptz,
  add check (deletion_began_at is null or suspended_at is not null);

-- What no workspace's setting may exceed; null: no limit. At most one row (docs/decisions/0063-limits-of-an-installation.md).
create table installation_limits (
  only_one boolean primary key default true check (only_one),
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  rate_limit_burst integer check (rate_limit_burst > 0),
  listener_limit_per_second integer check (listener_limit_per_second > 0),
  runs_in_flight integer check (runs_in_flight > 0),
  run_retention_days integer check (run_retention_days > 0),
  restore_days integer check (restore_days > 0),
  history_days integer check (history_days > 0),
  agent_call_days integer check (agent_call_days > 0)
);
insert into installation_limits (only_one) values (true);

-- Makes the partitions of one week where they are missing. By itself, because an imported run may be of any week.
create function make_run_week(week timestamptz) returns integer language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  monday timestamptz := date_trunc('week', week, 'UTC');
  made integer := 0;
  parent text;
  child text;
begin
  foreach parent in array array['runs', 'run_steps'] loop
    child := format('%s_%s', parent, to_char(monday at time zone 'UTC', 'IYYY"w"IW'));
    if to_regclass('public.' || child) is null then
      execute format(
        'create table public.%I partition of public.%I for values from (%L) to (%L) with (toast_tuple_target = 8160)',
        child, parent, public.first_run_id(monday), public.first_run_id(monday + interval '7 days'));
      made := made + 1;
    end if;
  end loop;
  return made;
end $$;
revoke execute on function make_run_week from public;

create or replace function make_run_partitions(weeks_ahead integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  made integer := 0;
begin
  for week in 0 .. least(greatest(weeks_ahead, 0), 60) loop
    made := made + public.make_run_week(now() + make_interval(weeks => week));
  end loop;
  return made;
end $$;
