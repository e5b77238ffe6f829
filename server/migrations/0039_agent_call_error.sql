-- The message of the error that a call ended with, secrets hidden. Null if it succeeded, and in rows of earlier versions.
alter table agent_calls add column error text;
