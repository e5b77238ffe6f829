-- The run whose `workflow.start` step started this one. The history keeps it too: it outlives runs.
alter table runs add column started_by uuid;
alter table lead_history add column started_by uuid;
