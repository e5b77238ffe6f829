-- The audit is read by what was changed and by who changed it, however long it has become.
create index concurrently audit_entries_subject on audit_entries (workspace_id, subject_type, id);
create index concurrently audit_entries_user on audit_entries (workspace_id, user_id, id);
