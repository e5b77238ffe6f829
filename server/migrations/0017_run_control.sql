-- A retry is a new run (decisions 4), linked both ways: docs/decisions/0029-cancel-and-retry.md.
alter table runs add column retry_of uuid, add column retried_as uuid;
-- What failed and nobody has tried again: the runs of an outage.
create index runs_failed on runs (workspace_id, ended_at) where status = 'failed' and retried_as is null;

-- Since when the runs of a workflow fail, until one succeeds; and when its owner was told.
alter table workflows add column failing_since timestamptz, add column failure_told_at timestamptz;
create index workflows_untold on workflows (workspace_id, id)
  where failing_since is not null and failure_told_at is null;

-- Drops the weeks in which every run has ended longer ago than any workspace keeps runs. Waits for nobody: who accepts requests
-- would have to wait behind it.
create function drop_run_partitions() returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '200ms' as $$
declare
  cutoff timestamptz := now() - make_interval(days => (select coalesce(max(run_retention_days), 36500)
                                                       from public.workspace_settings));
  dropped integer := 0;
  week text;
  is_used boolean;
begin
  for week in
    select substr(c.relname, 6) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.runs'::regclass and c.relname ~ '^runs_\d{4}w\d{2}$'
      and to_date(substr(c.relname, 6), 'IYYY"w"IW') + 7 < cutoff
    order by 1
  loop
    execute format('select exists (select from public.%I where ended_at is null or ended_at >= %L)', 'runs_' || week, cutoff)
      into is_used;
    continue when is_used;
    execute format('drop table public.%I', 'runs_' || week);
    execute format('drop table if exists public.%I', 'run_steps_' || week);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function drop_run_partitions from public;
