-- What an undo did, in addition to the leads that it changed (spec/undo §3.1).
alter table jobs add column fields bigint not null default 0;
alter table jobs add column deleted bigint not null default 0;
alter table jobs add column restored bigint not null default 0;
