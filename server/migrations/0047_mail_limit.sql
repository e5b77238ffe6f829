-- How many recipients the mail.send steps of a workspace can have per day (spec/runs §2.11).
alter table workspace_settings
  add column mail_limit_per_day integer not null default 1000 check (mail_limit_per_day > 0);
