-- What is written but not published (docs/decisions/0069-draft-and-publish.md). One row from the first change on; it stays, so
-- that its revision never comes back.
create table workflow_drafts (
  workspace_id bigint not null,
  workflow_id bigint not null,
  -- Raised with every change: whoever saves names the one that he began with.
  revision integer not null,
  -- JSON as text, like that of a version, but it may be wrong still. Null: as published.
  steps text,
  -- The published version that it was begun from; 0 when there was none.
  base_version integer not null,
  changed_at timestamptz not null,
  -- The name as it was: the user may be gone. Null: `hark apply`.
  changed_by text,
  primary key (workspace_id, workflow_id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);

-- 0 is a workflow that was never published; nothing can start it.
alter table workflows add constraint workflows_on_when_published check (published_version > 0 or not enabled);

-- Who published it, as he was called then. Null: `hark apply`, or before this was written down.
alter table workflow_versions add column published_by text;
