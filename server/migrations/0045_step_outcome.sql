-- A failed step whose run continued (on_error), why it failed, so that the steps that handle it can read the cause, and the
-- run that a step called.
alter table run_steps
  add column handled boolean not null default false,
  add column error_code text,
  add column called_run uuid;
