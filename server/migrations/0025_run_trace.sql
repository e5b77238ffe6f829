-- The W3C trace context of the request that began a run, so that whoever goes on with it later, in whichever process, goes on in the same
-- trace (docs/decisions/0064-telemetry.md). Null unless tracing is switched on: then it takes no room.
alter table runs add column trace text check (length(trace) <= 55);
