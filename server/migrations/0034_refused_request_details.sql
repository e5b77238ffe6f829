-- What the request inspector shows about a rejected request. Null in rows of earlier versions.
-- No token, cookie, credential or body, as before.
alter table refused_requests
  add column status smallint,
  add column content_type text,
  -- The size that the caller announced; the body may not have been read.
  add column body_bytes bigint,
  -- The check that failed, and why. For a rejected origin, `failed_detail` is the origin.
  add column failed_check text,
  add column failed_detail text;
