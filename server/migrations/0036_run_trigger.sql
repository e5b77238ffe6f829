-- The type of the trigger that started the run (spec/triggers §1.3). Null if a listener, a step or a retry started it.
alter table runs add column trigger text;
