-- How a listener's requests are signed, if they are (spec/listeners §10.1). The secrets are a sealed JSON list of one or two templates.
alter table listeners
  add column signature jsonb not null default '{"scheme": "none"}',
  add column sealed_signature_secrets text,
  add column dedupe text not null default 'auto' check (dedupe in ('auto', 'header'));
