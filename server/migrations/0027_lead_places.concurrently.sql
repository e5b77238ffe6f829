-- Leads without an e-mail address, in the order of their ids: a list by address ends with them (docs/decisions/0078-places-in-lists.md). Every other
-- order has an index that ends with the id already; the one of addresses is unique and does not.
create index concurrently leads_without_email on leads (workspace_id, id) where email_key is null;
