-- The approval that a step asked for.
alter table run_steps add column approval_id bigint;
