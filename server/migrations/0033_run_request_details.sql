-- What the request inspector shows about a request. Null in rows of earlier versions, and in runs that no request started.
alter table runs
  add column method text,
  add column address text,
  -- The media type without parameters; '' if there was none.
  add column content_type text,
  add column body_bytes integer,
  -- The status that the run's `respond` step sent. `answer` is encrypted.
  add column answer_status smallint;
