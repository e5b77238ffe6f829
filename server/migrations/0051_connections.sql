-- Named credentials for outside calls, each bound to one origin (spec/connections).
create table connections (
  workspace_id bigint not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  type text not null check (type in ('none', 'bearer', 'basic', 'header', 'oauth2')),
  origin text not null,
  -- The settings of the type. Those of other types are null.
  username text,
  header text,
  grant_type text check (grant_type in ('client_credentials', 'authorization_code')),
  token_url text,
  authorize_url text,
  client_id text,
  client_auth text check (client_auth in ('basic', 'post')),
  scope text,
  -- Every type except none has exactly one secret: token, password, value or client_secret. It may be a template.
  sealed_secret text,
  updated_at timestamptz not null,
  -- Counts changes. A token that was requested with earlier settings isn't stored.
  revision integer not null default 1,
  -- The access token, and until when it is used. Without a time, it is used until the server rejects it.
  sealed_access_token text,
  access_token_until timestamptz,
  -- Counts stored tokens, so that a rejected token can be discarded without discarding its successor.
  token_number integer not null default 0,
  -- Until then, one process requests a token, and the others wait for it.
  token_lease_until timestamptz,
  -- Only for authorization_code.
  sealed_refresh_token text,
  connected_at timestamptz,
  -- The sign-in that an administrator has started: a hash of its state, the browser's session, and the PKCE verifier.
  sign_in_state_hash text,
  sign_in_session_id bigint,
  sealed_sign_in_verifier text,
  sign_in_until timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
