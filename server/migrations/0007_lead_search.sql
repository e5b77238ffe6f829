-- Parts of a text (decisions 6.4). Behind a policy LIKE uses no index, so the ids of possible leads come from one function
-- that runs as a role of its own (db/doors.ts), and each lead is read again by its caller: docs/decisions/0014-lead-storage.md.
-- pg_trgm and btree_gin are there already: db/extensions.ts.

-- The workspace comes first, so that what others hold costs nothing. It is written as a sum because no other index knows
-- it by that: the planner's statistics are of all workspaces together, and where they are old it takes a large workspace for
-- a small one and reads all of it by another index. New entries wait in a list, which makes writing a
-- lead cheap; the list is short, because every search reads it through.
create index leads_search on leads using gin (
  (workspace_id + 0),
  first_name_key gin_trgm_ops,
  last_name_key gin_trgm_ops,
  company_key gin_trgm_ops,
  email_key gin_trgm_ops
) with (fastupdate = on, gin_pending_list_limit = 256);

-- Ids of the set workspace's leads whose column is like a pattern, at most so many. Stable, so that it sees the moment of
-- the statement that calls it. Executed as text, so that it is planned with the pattern known; by bitmaps only, so that it
-- cannot walk the table.
create function leads_like(column_name text, pattern text, most integer) returns setof bigint
language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  if column_name not in ('first_name_key', 'last_name_key', 'company_key', 'email_key') then
    raise exception 'leads are not searched by "%"', column_name;
  end if;
  return query execute format(
    'select l.id from public.leads l where l.workspace_id + 0 = $1 and l.%I like $2 limit $3', column_name)
    using nullif(current_setting('hark.workspace', true), '')::bigint, pattern, most;
end
$$;
revoke execute on function leads_like from public;
