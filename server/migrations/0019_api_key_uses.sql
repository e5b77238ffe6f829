-- Who used a user's API key: from where and with what program, so that he knows whom a new key would stop.
create table api_key_uses (
  workspace_id bigint not null references workspaces (id),
  user_id bigint not null,
  address text not null,
  agent text not null,
  last_used_at timestamptz not null,
  primary key (workspace_id, user_id, address, agent),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index api_key_uses_old on api_key_uses (last_used_at);
