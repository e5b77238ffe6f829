-- The attempts of a step that calls outside, for people to read and for the next attempt to count: JSON, secrets replaced.
-- docs/decisions/0025-http-request.md
alter table run_steps add column attempts text;
