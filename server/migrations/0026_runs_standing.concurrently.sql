-- Runs that stand still, by workflow: whether they go on is decided for all runs of a workflow alike, and not by looking at each of them
-- (docs/decisions/0084-runs-beside-each-other.md).
create index concurrently runs_standing on runs (workspace_id, workflow_id) where status = 'waiting' and due_at is null;
