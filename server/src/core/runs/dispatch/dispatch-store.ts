import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunJob } from '../model/run-engine.ts';

interface JobRow {
  workspace_id: WorkspaceId;
  id: RunId;
  fence: number;
}

/** The advisory lock that lets only one process take queued runs at a time. */
export const takingRuns = 4_827_110_003;

/** The max workspaces that get their first run into the engine immediately, even if the engine is behind. */
const maxFirst = 100;

/**
 * How many runs the engine may hold without starting them before they count as ahead of others. They are stuck in a
 * part of the engine that is down, so they must not fill the window.
 */
const maxStuck = 1_000;

/** Condition: workspace `d` isn't suspended, and isn't waiting for its runs to end before it moves (spec/cells §4.4). */
const startsRuns = sql`(d.suspended_at is null and d.move_state is distinct from 'draining')`;

const toJob = ({ workspace_id, id, fence }: JobRow): RunJob => ({ workspace: workspace_id, run: id, fence });

/**
 * Returns how many more runs each of these workspaces can send. A workspace with unsent runs has no free
 * slot, because older runs go first. The sweeper sends them, alternating between workspaces.
 */
export async function selectFreePlaces(
  door: DispatchDatabase,
  workspaces: readonly WorkspaceId[],
  maxAhead: number,
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const rows = await door.query<{ workspace_id: WorkspaceId; free: number }>(sql`
    select s.workspace_id, case when not ${startsRuns} or exists (
        select from runs r where r.workspace_id = s.workspace_id and r.status = 'queued' and r.sent_at is null)
      then 0 else least(s.runs_in_flight, ${maxAhead}) - sent.count end as free
    from workspace_settings s
    join workspaces d on d.id = s.workspace_id
    cross join lateral (
      select count(*) from (
        select from runs r
        where r.workspace_id = s.workspace_id and r.status in ('queued', 'running') and r.sent_at is not null
        limit s.runs_in_flight) counted) sent
    where s.workspace_id = any(${workspaces}::bigint[])`);
  return new Map(rows.map(({ workspace_id, free }) => [workspace_id, free]));
}

/**
 * Returns the number of runs in the engine that haven't started, counted up to `most`, and their median
 * waiting time. The first `maxStuck` runs that the reconciler found stuck don't count.
 */
export async function selectAhead(
  door: DispatchDatabase,
  { now, most }: { now: Date; most: number },
): Promise<{ count: number; waitedMs: number }> {
  const [row] = await door.query<{ count: number; stuck: number; since: Date | null }>(sql`
    select count(*) as count, percentile_disc(0.5) within group (order by sent_at) as since, (
      select count(*) from (
        select from runs where status = 'queued' and sent_at is not null and doubted_at is not null
        limit ${maxStuck + most}) doubted) as stuck
    from (
      select sent_at from runs where status = 'queued' and sent_at is not null and doubted_at is null
      limit ${most}) sent`);
  const { count = 0, stuck = 0 } = row ?? {};
  return {
    count: count + Math.max(0, stuck - maxStuck),
    waitedMs: row?.since ? now.getTime() - row.since.getTime() : 0,
  };
}

/**
 * Claims queued runs that haven't been sent to the engine (docs/design/fairness-and-limits.md): at most each
 * workspace's limit of runs in flight, and `most` in total. Workspaces take turns: a run's rank is the number
 * of runs that its workspace has sent before it. A workspace with no run in the engine never waits.
 * If another process is taking runs, this takes none: neither could see the other's runs, and together they
 * could exceed the limit.
 */
export const takeQueued = (door: DispatchDatabase, options: { now: Date; most: number }): Promise<RunJob[]> =>
  door.transaction(async (transaction) => {
    const { taken } = await transaction.one<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${takingRuns}) as taken`,
    );
    return taken ? (await transaction.last<JobRow>(queuedRuns(options))).map(toJob) : [];
  });

const queuedRuns = ({ now, most }: { now: Date; most: number }): Statement => sql`
    with recursive busy as (
      (select workspace_id from runs where status = 'queued' and sent_at is null order by workspace_id limit 1)
      union all
      select (select r.workspace_id from runs r
              where r.status = 'queued' and r.sent_at is null and r.workspace_id > b.workspace_id
              order by r.workspace_id limit 1)
      from busy b where b.workspace_id is not null),
    candidates as (
      select picked.* from busy b
      join workspaces d on d.id = b.workspace_id and ${startsRuns}
      join workspace_settings s on s.workspace_id = b.workspace_id
      cross join lateral (
        select count(*), count(*) filter (where status = 'queued') as ahead from (
          select r.status from runs r
          where r.workspace_id = b.workspace_id and r.status in ('queued', 'running') and r.sent_at is not null
          limit s.runs_in_flight) counted) sent
      cross join lateral (
        select r.workspace_id, r.id, sent.ahead + row_number() over (order by r.id) as turn from runs r
        where r.workspace_id = b.workspace_id and r.status = 'queued' and r.sent_at is null
        order by r.id limit greatest(0, least(${Math.max(1, most)}, s.runs_in_flight - sent.count))) picked),
    chosen as (
      (select workspace_id, id from candidates order by turn, id limit ${most})
      union
      (select workspace_id, id from candidates where turn = 1 order by id limit ${maxFirst})),
    -- Lock only after choosing: skipping a locked run and taking the next one would change the order.
    locked as materialized (
      select r.workspace_id, r.id from chosen c
      join runs r on r.workspace_id = c.workspace_id and r.id = c.id
      where r.status = 'queued' and r.sent_at is null
      for update of r skip locked)
    update runs r set sent_at = ${now} from locked c where r.workspace_id = c.workspace_id and r.id = c.id
    returning r.workspace_id, r.id, r.fence`;

export async function selectStoredRuns(
  door: DispatchDatabase,
  runs: readonly Pick<RunJob, 'workspace' | 'run'>[],
): Promise<ReadonlySet<RunId>> {
  const rows = await door.query<{ id: RunId }>(sql`
    select r.id from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[])
      given (workspace_id, id)
    join runs r on r.workspace_id = given.workspace_id and r.id = given.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the runs that have responded or finished. */
export async function selectSettled(
  door: DispatchDatabase,
  runs: readonly Pick<RunJob, 'workspace' | 'run'>[],
): Promise<RunId[]> {
  const rows = await door.query<{ id: RunId }>(sql`
    select r.id from unnest(${runs.map(({ workspace }) => workspace)}::bigint[], ${runs.map(({ run }) => run)}::uuid[])
      given (workspace_id, id)
    join runs r on r.workspace_id = given.workspace_id and r.id = given.id
    where r.answered_at is not null or r.status in ('succeeded', 'failed', 'cancelled')`);
  return rows.map(({ id }) => id);
}
