-- Who is to be handed over, who is with the engine, and who should have moved by now: docs/decisions/0027-lost-runs.md.

-- Since when the engine says that it has this run and nothing comes of it.
alter table runs add column doubted_at timestamptz;
comment on column runs.due_at is
  'When a waiting run goes on (null: when its owner is back), and by when a running one should have moved.';

-- With one index for both, counting those under way went through everything that waits behind them.
drop index runs_active;
create index runs_unsent on runs (workspace_id, id) where status = 'queued' and sent_at is null;
create index runs_sent on runs (status, workspace_id, id)
  where status in ('queued', 'running') and sent_at is not null;

drop index runs_due;
create index runs_due on runs (due_at) where status in ('running', 'waiting');
update runs set due_at = now() where status = 'running';
