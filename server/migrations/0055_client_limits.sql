-- Optional limits of API clients: until when, and from which IP addresses. No addresses means any (spec/rest-api §1.9, §1.10).
-- After a rotation, a client's previous token is accepted until a chosen time (spec/rest-api §1.11).
alter table api_clients
  add column expires_at timestamptz,
  add column allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 20),
  add column previous_token_hash bytea,
  add column previous_token_until timestamptz,
  add column previous_token_used_at timestamptz,
  add constraint api_clients_previous_token check ((previous_token_hash is null) = (previous_token_until is null));
