-- How many failures a run's steps handled, what its return step returned, and the run that waits for it.
alter table runs
  add column warnings integer not null default 0,
  add column result text,
  add column called_by uuid;
