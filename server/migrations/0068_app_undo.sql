-- As for passkeys: a hash of the link that removes the authenticator app (spec/sign-in §1.7).
alter table authenticator_apps add column undo_hash bytea;
