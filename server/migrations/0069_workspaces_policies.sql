-- The policies of `workspaces` are declared in row-security.ts, like those of other tables. With this migration, earlier
-- versions see that the schema is newer than theirs, and don't remove them.
comment on table workspaces is
  'Which host belongs to which workspace. Every role reads all rows; the app role changes only the current one.';
