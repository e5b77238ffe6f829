-- A workspace that moves to another installation (spec/cells §4). `draining`: it still serves requests here, but starts no
-- runs. `switching`: it is suspended for a moment. `moved`: it lives elsewhere, and its rows can't change here any more.
-- `arriving`: its rows are coming from another installation.
alter table workspaces
  add column move_state text check (move_state in ('copying', 'draining', 'switching', 'moved', 'arriving')),
  -- The same in both installations.
  add column move_id uuid,
  -- How often `hark workspace move` was called. Only the last call continues the move.
  add column move_call integer,
  -- Where requests that still arrive here are forwarded.
  add column forward_to text[],
  -- When requests stop being served here. It is announced, so all processes stop at the same time.
  add column switches_at timestamptz,
  -- Which tables are copied, and the key of the last row that was copied from the current one.
  add column move_progress jsonb,
  add check (move_state is null or move_id is not null),
  add check (move_state is null or move_state in ('copying', 'draining') or suspended_at is not null);

-- The keys of rows that changed while a workspace moves. Emptied as the changes are copied.
create table moving_rows (
  workspace_id bigint not null references workspaces (id),
  id bigint not null generated always as identity,
  table_name text not null,
  key jsonb not null,
  primary key (workspace_id, id)
);

-- Notes which row changes while a workspace moves. `hark workspace move` creates triggers that call it, only for the
-- workspace that moves. The arguments: the name of the app role, the table, and the columns of its primary key.
create function note_moving_row() returns trigger
language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  moving bigint := case tg_op when 'INSERT' then new.workspace_id else old.workspace_id end;
begin
  -- The switch takes this lock exclusively: it waits for open transactions, and later ones wait for it.
  perform pg_advisory_xact_lock_shared(hashtextextended('workspace move', moving));
  if exists (select from public.workspaces w where w.id = moving and w.move_state = 'moved') then
    -- Background work for all workspaces skips the row. A request must not be told that it was stored.
    if current_user <> tg_argv[0] then return null; end if;
    raise exception 'The workspace has moved to another installation.' using errcode = 'HK001';
  end if;
  insert into public.moving_rows (workspace_id, table_name, key)
  select moving, tg_argv[1], coalesce((select jsonb_object_agg(k, changed.line -> k) from unnest(tg_argv[2:]) k), '{}')
  from (values (case when tg_op <> 'INSERT' then to_jsonb(old) end), (case when tg_op <> 'DELETE' then to_jsonb(new) end))
    changed (line)
  where changed.line is not null;
  return case tg_op when 'DELETE' then old else new end;
end $$;
revoke execute on function note_moving_row() from public;
