import type { DispatchDoor } from '../../db/dispatch.ts';
import { type Statement, sql } from '../../db/sql.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';
import type { RunJob } from './run-engine.ts';

interface JobRow {
  workspace_id: WorkspaceId;
  id: RunId;
  fence: number;
}

const toJob = ({ workspace_id, id, fence }: JobRow): RunJob => ({ workspace: workspace_id, run: id, fence });

/** How many more runs each of these workspaces may have under way. */
export async function selectFreePlaces(
  door: DispatchDoor,
  workspaces: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const rows = await door.query<{ workspace_id: WorkspaceId; free: number }>(sql`
    select s.workspace_id, s.runs_in_flight - active.count as free
    from workspace_settings s
    cross join lateral (
      select count(*) from (
        select from runs r where r.workspace_id = s.workspace_id and r.status in ('queued', 'running')
        limit s.runs_in_flight) counted) active
    where s.workspace_id = any(${workspaces}::bigint[])`);
  return new Map(rows.map(({ workspace_id, free }) => [workspace_id, free]));
}

/**
 * Takes queued runs that nobody has handed to the engine, or that the engine has not taken up in time; a run of the second kind
 * gets the next fence, because what the engine still knows of it may never come back. In turns over the workspaces, the oldest
 * first, and no more of one than it may have under way.
 */
export async function takeQueued(
  door: DispatchDoor,
  { now, lostBefore, mostOfOne }: { now: Date; lostBefore: Date; mostOfOne: number },
): Promise<RunJob[]> {
  const rows = await door.query<JobRow>(sql`
    with recursive busy as (
      (select workspace_id from runs where status in ('queued', 'running') order by workspace_id limit 1)
      union all
      select (select r.workspace_id from runs r
              where r.status in ('queued', 'running') and r.workspace_id > b.workspace_id
              order by r.workspace_id limit 1)
      from busy b where b.workspace_id is not null),
    chosen as (
      select picked.workspace_id, picked.id
      from busy b
      join workspace_settings s on s.workspace_id = b.workspace_id
      cross join lateral (
        select count(*) from (
          select from runs r
          where r.workspace_id = b.workspace_id and r.status in ('queued', 'running')
            and (r.status = 'running' or r.sent_at >= ${lostBefore})
          limit s.runs_in_flight) sent) active
      cross join lateral (
        select r.workspace_id, r.id from runs r
        where r.workspace_id = b.workspace_id and r.status = 'queued'
          and (r.sent_at is null or r.sent_at < ${lostBefore})
        order by r.id limit greatest(0, least(${mostOfOne}, s.runs_in_flight - active.count))) picked),
    -- Locked only after they were chosen: who skipped a locked one for the next would take more than there are places.
    locked as materialized (
      select r.workspace_id, r.id from chosen c
      join runs r on r.workspace_id = c.workspace_id and r.id = c.id
      where r.status = 'queued' and (r.sent_at is null or r.sent_at < ${lostBefore})
      for update of r skip locked)
    update runs r set sent_at = ${now}, fence = r.fence + case when r.sent_at is null then 0 else 1 end
    from locked c where r.workspace_id = c.workspace_id and r.id = c.id
    returning r.workspace_id, r.id, r.fence`);
  return rows.map(toJob);
}

/** Takes runs whose time has come and whose timer did not: the engine was emptied, or its message got lost. */
export const takeOverdue = (
  door: DispatchDoor,
  { now, lostBefore, most }: { now: Date; lostBefore: Date; most: number },
): Promise<RunJob[]> =>
  takeWaiting(
    door,
    now,
    sql`select r.workspace_id, r.id from runs r
        where r.status = 'waiting' and r.due_at < ${lostBefore} order by r.due_at limit ${most}
        for update skip locked`,
  );

/**
 * Takes runs that stood still because the owner of their workflow was switched off, and is back (decisions 6.5). So are those
 * whose workflow was deleted meanwhile: nobody comes back for them, and going on ends them.
 */
export const takeResumed = (
  door: DispatchDoor,
  { now, most }: { now: Date; most: number },
): Promise<RunJob[]> =>
  takeWaiting(
    door,
    now,
    sql`select r.workspace_id, r.id from runs r
        left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
        left join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
        where r.status = 'waiting' and r.due_at is null and (w.id is null or u.active) limit ${most}
        for update of r skip locked`,
  );

/** They stay waiting until they are gone on with, due from now on: should this hand-over get lost too, they are taken again. */
async function takeWaiting(door: DispatchDoor, now: Date, chosen: Statement): Promise<RunJob[]> {
  const rows = await door.query<JobRow>(sql`
    with chosen as (${chosen})
    update runs r set due_at = ${now}, fence = r.fence + 1
    from chosen c where r.workspace_id = c.workspace_id and r.id = c.id
    returning r.workspace_id, r.id, r.fence`);
  return rows.map(toJob);
}

/** Which of these runs are stored. */
export async function selectStored(
  door: DispatchDoor,
  runs: readonly Pick<RunJob, 'workspace' | 'run'>[],
): Promise<ReadonlySet<RunId>> {
  const rows = await door.query<{ id: RunId }>(sql`
    select r.id from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[])
      given (workspace_id, id)
    join runs r on r.workspace_id = given.workspace_id and r.id = given.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Which of these runs have answered or ended. */
export async function selectSettled(
  door: DispatchDoor,
  runs: readonly Pick<RunJob, 'workspace' | 'run'>[],
): Promise<RunId[]> {
  const rows = await door.query<{ id: RunId }>(sql`
    select r.id from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[])
      given (workspace_id, id)
    join runs r on r.workspace_id = given.workspace_id and r.id = given.id
    where r.answered_at is not null or r.status in ('succeeded', 'failed', 'cancelled')`);
  return rows.map(({ id }) => id);
}
