-- Leads without an e-mail address, in the order of their ids: a list by address ends with them (docs/decisions/0078-places-in-lists.md). Every other
-- order has an index that ends with the id already; the one of addresses is unique and does not.
create index leads_without_email on leads (workspace_id, id) where email_key is null;

-- Beside files: all leads that match a view changed or deleted, and that undone.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('import', 'export', 'edit', 'delete', 'undo'));
-- What such a change did, lead by lead, is a file of its own: what was uploaded goes when a job ends, this stays until it cannot be undone.
alter table job_parts drop constraint job_parts_kind_check;
alter table job_parts add constraint job_parts_kind_check check (kind in ('source', 'done', 'result'));
