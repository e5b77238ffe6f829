-- Finds the client of a token that was rotated.
create index concurrently api_clients_previous_token_hash on api_clients (workspace_id, previous_token_hash)
  where previous_token_hash is not null;
