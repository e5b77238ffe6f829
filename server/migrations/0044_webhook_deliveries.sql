-- Events to send to webhooks, and those sent in the last 30 days (spec/events §4). `body` is stored as text, so that every
-- attempt sends the same bytes.
create table webhook_deliveries (
  workspace_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  event_uid uuid not null,
  type text not null,
  body text not null,
  depth integer not null,
  -- The lead or the run that the body is about, so that the delivery is erased with it.
  lead_id bigint,
  run_id uuid,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz not null,
  first_attempt_at timestamptz,
  -- Set while the delivery is pending. A worker that makes an attempt moves it ahead, so that the delivery becomes due
  -- again if the worker stops.
  next_attempt_at timestamptz,
  attempts jsonb not null default '[]',
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_webhook on webhook_deliveries (workspace_id, webhook_id, id);
create index webhook_deliveries_lead on webhook_deliveries (workspace_id, lead_id) where lead_id is not null;
create index webhook_deliveries_run on webhook_deliveries (workspace_id, run_id) where run_id is not null;
create index webhook_deliveries_created on webhook_deliveries using brin (created_at);
