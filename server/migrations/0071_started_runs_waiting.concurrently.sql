-- Waiting runs that other runs started: a step that starts a run counts them (spec/limits §4).
create index concurrently runs_started_waiting on runs (workspace_id) where status = 'queued' and sent_at is null and started_by is not null;
