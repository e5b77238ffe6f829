-- Run this once in Hark's database, as a superuser. It gives PgBouncer what it needs to authenticate Hark's roles, and nothing else.
-- Set the password afterwards: alter role pgbouncer password '…'
create role pgbouncer login;
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;

-- Only roles named after this database and never a superuser, so that a compromised pooler reaches nothing but Hark.
create function pgbouncer.lookup(wanted text, out name text, out verifier text)
  returns setof record language sql security definer stable set search_path = pg_catalog
  as $$
    select rolname::text, rolpassword from pg_authid
    where rolname = wanted and rolcanlogin and not rolsuper
      and starts_with(rolname, current_database() || '_')
  $$;
revoke execute on function pgbouncer.lookup from public;
grant execute on function pgbouncer.lookup to pgbouncer;
