-- Events of runs and listeners belong to a workflow (spec/events §1.2).
alter table events add column workflow_id bigint;
