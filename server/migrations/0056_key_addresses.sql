-- The IP addresses from which an API key is accepted. None means any (spec/rest-api §1.10).
alter table api_keys
  add column allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 20);
