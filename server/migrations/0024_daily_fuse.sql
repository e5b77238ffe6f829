-- How many requests one listener takes in a day: docs/decisions/0051-daily-fuse.md.
alter table workspace_settings
  add column listener_limit_per_day integer not null default 5000000 check (listener_limit_per_day > 0);
