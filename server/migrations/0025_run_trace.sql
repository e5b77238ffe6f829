-- The W3C trace context of the request that began a run, so that whoever goes on with it later, in whichever process, goes on in the same
-- trace (docs/decisions/0064-telemetry.md). Null unless tracing is switched on: then it takes no room.
alter table runs add column trace text;
-- Looked at for every run that is there only in 0028, which locks nobody out.
alter table runs add constraint runs_trace_check check (length(trace) <= 55) not valid;

comment on column runs.due_at is
  'When a waiting run goes on (null: when its owner is back or its workspace resumed), and by when a running one should have moved.';
