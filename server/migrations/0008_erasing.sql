-- Which leads a stored answer holds, so that it can be removed with one of them. Its rows go with their answer.
create table answered_leads (
  workspace_id bigint not null,
  user_id bigint not null,
  request_hash bytea not null,
  lead_id bigint not null,
  primary key (workspace_id, user_id, request_hash, lead_id),
  foreign key (workspace_id, user_id, request_hash)
    references idempotent_answers (workspace_id, user_id, request_hash) on delete cascade
);
create index answered_leads_lead on answered_leads (workspace_id, lead_id);

-- The answers of the last day. Inside a JSON text quotes are escaped, so this finds leads and nothing else.
insert into answered_leads (workspace_id, user_id, request_hash, lead_id)
select distinct workspace_id, user_id, request_hash, found[1]::bigint
from idempotent_answers, regexp_matches(body, '"lead":\{"id":(\d+),', 'g') found;

-- The address of a deleted lead as it is compared. For those that are there it is made here, once; from now on it
-- comes along from `leads`.
alter table deleted_leads add column email_key text collate "C";
update deleted_leads
set email_key = lower(normalize(('{' || regexp_replace(wire, '\u0001(\d+)\u0001', '\1', 'g'))::json ->> 'email', nfc));
create index deleted_leads_email on deleted_leads (workspace_id, email_key) where email_key is not null;
