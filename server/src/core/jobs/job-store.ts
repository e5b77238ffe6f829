import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { JobId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { HeldJob, Job, JobCounts, JobKind, JobStatus } from './job.ts';
import { deleteParts } from './part-store.ts';

const columns = sql`
  workspace_id, id, kind, status, user_id, user_name, name, options, created_at, started_at, ended_at, position, size,
  row_number, created, changed, unchanged, refused, fields, deleted, restored, error, fence`;
type JobRow = Omit<Tables['jobs'], 'lease_until' | 'turn_at' | 'attempts'>;

export interface NewJob {
  readonly kind: JobKind;
  readonly status: 'draft' | 'queued';
  readonly user: Job['user'];
  readonly name: string;
  readonly options: unknown;
  readonly size: number;
}

export async function insertJob(
  transaction: Transaction,
  workspace: WorkspaceId,
  { kind, status, user, name, options, size }: NewJob,
  now: Date,
): Promise<JobId> {
  const { id } = await transaction.one<{ id: JobId }>(sql`
    insert into jobs (workspace_id, kind, status, user_id, user_name, name, options, size, created_at, turn_at)
    values (${workspace}, ${kind}, ${status}, ${user.id}, ${user.name}, ${name}, ${JSON.stringify(options)}, ${size},
            ${now}, ${now})
    returning id`);
  return id;
}

/**
 * With `user`, returns only that user's job. With `lock`, no other transaction can change the job until this
 * one ends.
 */
export async function selectJob(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: JobId,
  { user, lock = false }: { user?: UserId | undefined; lock?: boolean } = {},
): Promise<Job | undefined> {
  const row = await transaction.first<JobRow>(sql`
    select ${columns} from jobs where workspace_id = ${workspace} and id = ${id}
      and (${user ?? null}::bigint is null or user_id = ${user ?? null}) ${lock ? sql`for update` : sql``}`);
  return row && toJob(row);
}

export async function selectJobs(
  transaction: Transaction,
  workspace: WorkspaceId,
  { user, most }: { user: UserId | undefined; most: number },
): Promise<{ total: number; jobs: Job[] }> {
  const mine = sql`workspace_id = ${workspace} and (${user ?? null}::bigint is null or user_id = ${user ?? null})`;
  const [{ total }, rows] = await Promise.all([
    transaction.one<{ total: number }>(sql`select count(*) as total from jobs where ${mine}`),
    transaction.query<JobRow>(sql`select ${columns} from jobs where ${mine} order by id desc limit ${most}`),
  ]);
  return { total, jobs: rows.map(toJob) };
}

async function countOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  which: Statement,
): Promise<number> {
  const { jobs } = await transaction.one<{ jobs: number }>(sql`
    select count(*) as jobs from jobs where workspace_id = ${workspace} and user_id = ${user} and ${which}`);
  return jobs;
}

export const countOpen = (transaction: Transaction, workspace: WorkspaceId, user: UserId) =>
  countOf(transaction, workspace, user, sql`status in ('draft', 'queued', 'running', 'checked')`);

/** Counts the user's exports that have a file or will have one. */
export const countExports = (transaction: Transaction, workspace: WorkspaceId, user: UserId) =>
  countOf(
    transaction,
    workspace,
    user,
    sql`kind = 'export' and status in ('queued', 'running', 'succeeded')`,
  );

/** Locks the job if this fence is still the newest and the job hasn't finished. */
export async function lockHeld(
  transaction: Transaction,
  { workspace, id, fence }: HeldJob,
): Promise<Job | undefined> {
  const row = await transaction.first<JobRow>(sql`
    select ${columns} from jobs where workspace_id = ${workspace} and id = ${id} and fence = ${fence}
      and status in ('queued', 'running') for update`);
  return row && toJob(row);
}

export interface Progress {
  readonly position: number;
  readonly rowNumber: number;
  /** Counts to add to the stored ones. */
  readonly counts: JobCounts;
}

/** Saves the job's progress, renews the lease and resets the failure count. */
export async function updateProgress(
  transaction: Transaction,
  { workspace, id, fence }: HeldJob,
  { position, rowNumber, counts }: Progress,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  await transaction.query(sql`
    update jobs set status = 'running', started_at = coalesce(started_at, ${now}), position = ${position},
      row_number = ${rowNumber}, created = created + ${counts.created}, changed = changed + ${counts.changed},
      unchanged = unchanged + ${counts.unchanged}, refused = refused + ${counts.refused},
      fields = fields + ${counts.fields}, deleted = deleted + ${counts.deleted},
      restored = restored + ${counts.restored},
      lease_until = ${leaseUntil}, attempts = 0
    where workspace_id = ${workspace} and id = ${id} and fence = ${fence}`);
}

/**
 * Marks a job as finished. The process that holds the job notices at its next batch. A checked import keeps
 * its upload, because it can still be started. An export that didn't succeed loses its file.
 */
export async function updateEndedJob(
  transaction: Transaction,
  { workspace, id, kind }: Pick<Job, 'workspace' | 'id' | 'kind'>,
  status: Exclude<JobStatus, 'draft' | 'queued' | 'running'>,
  error: string | null,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update jobs set status = ${status}, error = ${error}, ended_at = ${now}, lease_until = null
    where workspace_id = ${workspace} and id = ${id}`);
  if (status !== 'checked') await deleteParts(transaction, { workspace, id }, 'source');
  if (kind === 'export' && status !== 'succeeded')
    await deleteParts(transaction, { workspace, id }, 'result');
}

/** Queues a job to run from its beginning. */
export async function updateQueued(
  transaction: Transaction,
  { workspace, id }: Pick<Job, 'workspace' | 'id'>,
  options: unknown,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update jobs set status = 'queued', options = ${JSON.stringify(options)}, position = 0, row_number = 0, created = 0,
      changed = 0, unchanged = 0, refused = 0, fields = 0, deleted = 0, restored = 0, error = null, started_at = null, ended_at = null, lease_until = null,
      attempts = 0, turn_at = ${now}
    where workspace_id = ${workspace} and id = ${id}`);
}

export async function updateSize(
  transaction: Transaction,
  { workspace, id }: Pick<Job, 'workspace' | 'id'>,
  size: number,
): Promise<void> {
  await transaction.query(
    sql`update jobs set size = ${size} where workspace_id = ${workspace} and id = ${id}`,
  );
}

export async function deleteJob(
  transaction: Transaction,
  { workspace, id }: Pick<Job, 'workspace' | 'id'>,
): Promise<void> {
  await transaction.query(sql`delete from jobs where workspace_id = ${workspace} and id = ${id}`);
}

const toJob = (row: JobRow): Job => ({
  workspace: row.workspace_id as WorkspaceId,
  id: row.id as JobId,
  kind: row.kind as JobKind,
  status: row.status as JobStatus,
  user: { id: row.user_id as UserId, name: row.user_name },
  name: row.name,
  options: row.options,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  position: row.position,
  size: row.size,
  rowNumber: row.row_number,
  counts: {
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    refused: row.refused,
    fields: row.fields,
    deleted: row.deleted,
    restored: row.restored,
  },
  error: row.error,
  fence: row.fence,
});
