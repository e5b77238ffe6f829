-- Single sign-on by OpenID Connect (spec/single-sign-on).
create table identity_providers (
  workspace_id bigint primary key references workspaces (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_client_secret text not null,
  -- Lower-case domains of email addresses. If empty, all are allowed.
  allowed_domains text[] not null,
  -- Whether email addresses are accepted without the claim email_verified.
  trusts_email boolean not null,
  role_claim text,
  -- Null if people without a mapped role are refused.
  default_role_id bigint,
  is_required boolean not null default false,
  -- The administrator who can sign in with a password while single sign-on is required.
  break_glass_user_id bigint,
  foreign key (workspace_id, default_role_id) references roles (workspace_id, id)
    on delete set null (default_role_id),
  foreign key (workspace_id, break_glass_user_id) references users (workspace_id, id)
    on delete set null (break_glass_user_id)
);

create table identity_provider_roles (
  workspace_id bigint not null,
  -- The first row that matches decides.
  position integer not null,
  claim_value text not null,
  role_id bigint not null,
  primary key (workspace_id, claim_value),
  foreign key (workspace_id) references identity_providers (workspace_id) on delete cascade,
  foreign key (workspace_id, role_id) references roles (workspace_id, id) on delete cascade
);

create table user_identities (
  workspace_id bigint not null references workspaces (id),
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null,
  primary key (workspace_id, issuer, subject),
  unique (workspace_id, user_id, issuer),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- Whether the session came from single sign-on, and the provider's ID of its own session, for logout.
alter table sessions add column is_sso boolean not null default false;
alter table sessions add column identity_sid text;
