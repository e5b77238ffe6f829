-- When the latest event `listener.refusing` was written, so that there is at most one an hour (spec/events §1.2).
alter table listeners add column refusing_reported_at timestamptz;
