-- Runs that steps start are counted at the first run of their chain (spec/limits §4).
alter table runs
  -- The first run of the chain that led to this run; null if no step started it.
  add column root_run uuid,
  -- How many runs steps have started in the chains that begin with this run.
  add column descendants integer not null default 0;
