-- A hash of the link in the email about a new factor. Until seven days after the factor was added, the link removes it
-- (spec/sign-in §1.7).
alter table passkeys add column undo_hash bytea;
