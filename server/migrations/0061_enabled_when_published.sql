-- Whether a workflow that was never published becomes enabled when it is published for the first time.
alter table workflows add column enabled_when_published boolean not null default false;
