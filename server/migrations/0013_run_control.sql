-- A retry is a new run (decisions 4), linked both ways: docs/decisions/0029-cancel-and-retry.md.
alter table runs add column retry_of uuid, add column retried_as uuid;
-- What failed and nobody has tried again: the runs of an outage.
create index runs_failed on runs (workspace_id, ended_at) where status = 'failed' and retried_as is null;

-- Since when the runs of a workflow fail, until one succeeds; and when its owner was told.
alter table workflows add column failing_since timestamptz, add column failure_told_at timestamptz;
create index workflows_untold on workflows (workspace_id, id)
  where failing_since is not null and failure_told_at is null;
