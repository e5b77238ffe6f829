-- For how many days history is kept; null is for ever.
alter table workspace_settings add column history_days integer check (history_days > 0);

-- How far upkeep of a workspace's leads has come. Apart from the settings, which every request reads.
create table lead_upkeep (
  workspace_id bigint primary key references workspaces (id),
  -- Since when there are leads of an older set of fields; null when all are rewritten, up to `rewrite_after` when not.
  rewrite_since timestamptz,
  rewrite_after bigint not null default 0,
  recounted_at timestamptz
);
create index lead_upkeep_rewrite on lead_upkeep (rewrite_since) where rewrite_since is not null;

insert into lead_upkeep (workspace_id, rewrite_since)
select workspace_id, now() from workspace_settings where lead_fields_version > 1;
