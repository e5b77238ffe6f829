-- The hosts that a secret may be sent to; empty means any host.
alter table secrets add column hosts text[] not null default '{}';
