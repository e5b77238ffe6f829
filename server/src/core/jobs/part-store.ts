import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Job } from './job.ts';

/** `source` is what the job reads, and `result` what it writes. */
export type FileKind = 'source' | 'result';
type JobKey = Pick<Job, 'workspace' | 'id'>;

export async function selectFileSize(
  transaction: Transaction,
  { workspace, id }: JobKey,
  kind: FileKind,
): Promise<number> {
  const { size } = await transaction.one<{ size: number }>(sql`
    select coalesce(max(starts_at + octet_length(content)), 0)::bigint as size from job_parts
    where workspace_id = ${workspace} and job_id = ${id} and kind = ${kind}`);
  return size;
}

/** Sums up file sizes. Each file's last part contains the file's total size. */
export async function selectStoredBytes(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const { bytes } = await transaction.one<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes from (
      select max(starts_at + octet_length(content)) as size from job_parts
      where workspace_id = ${workspace} group by job_id, kind) as files`);
  return bytes;
}

export async function insertPart(
  transaction: Transaction,
  { workspace, id }: JobKey,
  kind: FileKind,
  startsAt: number,
  content: Buffer,
): Promise<void> {
  await transaction.query(sql`
    insert into job_parts (workspace_id, job_id, kind, starts_at, content)
    values (${workspace}, ${id}, ${kind}, ${startsAt}, ${content})`);
}

/**
 * Returns at most `most` bytes and stops at the end of a part. Returns an empty buffer at the end of the
 * file.
 */
export async function selectBytes(
  transaction: Transaction,
  { workspace, id }: JobKey,
  kind: FileKind,
  at: number,
  most: number,
): Promise<Buffer> {
  const row = await transaction.first<{ bytes: Buffer }>(sql`
    select substring(content from (${at} - starts_at + 1)::int for ${most}) as bytes from job_parts
    where workspace_id = ${workspace} and job_id = ${id} and kind = ${kind} and starts_at <= ${at}
    order by starts_at desc limit 1`);
  return row?.bytes ?? Buffer.alloc(0);
}

export async function deleteParts(
  transaction: Transaction,
  { workspace, id }: JobKey,
  kind: FileKind,
): Promise<void> {
  await transaction.query(
    sql`delete from job_parts where workspace_id = ${workspace} and job_id = ${id} and kind = ${kind}`,
  );
}

/**
 * Returns whether a stored file contains one of these email addresses. May miss an address that spans two
 * parts.
 */
export async function areNamed(
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<boolean> {
  const { named } = await transaction.one<{ named: boolean }>(sql`
    select exists (
      select from job_parts p, unnest(${addresses}::text[]) as address
      where p.workspace_id = ${workspace} and position(lower(address) in lower(encode(p.content, 'escape'))) > 0) as named`);
  return named;
}

/**
 * Deletes jobs in any state whose name or filters contain one of the email addresses.
 * @returns how many were deleted
 */
export async function deleteJobsNaming(
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from jobs j where j.workspace_id = ${workspace} and exists (
      select from unnest(${addresses}::text[]) as address
      where position(lower(address) in lower(concat_ws(' ', j.name, j.options::text, j.error))) > 0)
    returning j.id`);
  return rows.length;
}

/**
 * Deletes all of a workspace's stored files and stops jobs that need one.
 * @returns how many jobs had a file
 */
export async function deleteFiles(
  transaction: Transaction,
  workspace: WorkspaceId,
  reason: string,
  now: Date,
): Promise<number> {
  await transaction.query(sql`
    update jobs set status = 'cancelled', error = ${reason}, ended_at = ${now}, lease_until = null
    where workspace_id = ${workspace} and status in ('draft', 'queued', 'running', 'checked')`);
  const { files } = await transaction.one<{ files: number }>(sql`
    with gone as (delete from job_parts where workspace_id = ${workspace} returning job_id)
    select count(distinct job_id) as files from gone`);
  return files;
}
