-- URLs that Hark sends events to (spec/events §3). `filters` and `match` apply to lead events only.
create table webhooks (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  url text not null,
  types text[] not null,
  filters jsonb not null,
  match text not null check (match in ('all', 'any')),
  active boolean not null,
  -- Why Hark disabled the webhook, if it did, and when the administrators were notified.
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  disabled_told_at timestamptz,
  -- The first failed attempt since the last success.
  failing_since timestamptz,
  sealed_secret text not null,
  -- The secret before a rotation, which also signs until then (spec/events §4.5).
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  added_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index webhooks_failing on webhooks (failing_since) where active and failing_since is not null;
create index webhooks_untold on webhooks (workspace_id, id)
  where disabled_reason is not null and disabled_told_at is null;
