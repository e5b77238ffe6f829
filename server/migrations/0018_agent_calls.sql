-- What agents did: one row a call, written before it is made and completed after it (docs/decisions/0040-agent-calls.md).
create table agent_calls (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  at timestamptz not null,
  -- Names as they were: the user or the client may be gone.
  user_id bigint not null,
  user_name text not null,
  client_type text not null,
  client_id bigint,
  client_name text not null,
  tool text not null,
  -- JSON, as text: secrets hidden, long values cut.
  arguments text not null,
  -- The leads that it was about or showed: what an agent saw, and what erasing a person looks for.
  lead_ids bigint[] not null default '{}',
  -- 'ok', or the code of what was refused; null: it did not come back.
  outcome text,
  result_bytes integer,
  duration_ms integer,
  primary key (workspace_id, id)
);
create index agent_calls_old on agent_calls (at);

alter table workspace_settings
  -- Tools that no agent of this workspace may use.
  add column agent_tools_off text[] not null default '{}',
  add column agent_call_days integer not null default 30 check (agent_call_days > 0);

-- Runs that need a look, whatever their workflow; few, so that looking for them never reads the others.
create index runs_ended_badly on runs (workspace_id, id) where status in ('failed', 'cancelled');
