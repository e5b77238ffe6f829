-- Finds listeners that have rejected many requests in the last minutes.
create index concurrently refused_requests_at on refused_requests (at);
