-- Runs that stand still, by workflow: whether they go on is decided for all runs of a workflow alike, and not by looking at each of them
-- (docs/decisions/0084-runs-beside-each-other.md).
create index runs_standing on runs (workspace_id, workflow_id) where status = 'waiting' and due_at is null;
comment on column runs.due_at is
  'When a waiting run goes on (null: when its owner is back or its workspace resumed), and by when a running one should have moved.';
