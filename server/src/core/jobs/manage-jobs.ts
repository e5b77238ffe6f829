import { conflict, HarkError } from '../../lib/errors.ts';
import type { JobId, UserId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Job } from './job.ts';
import { deleteJob, selectJob, selectJobs, updateEndedJob } from './job-store.ts';
import { type FileKind, selectBytes } from './part-store.ts';

const maxListed = 50;
const bytesAtOnce = 512 * 1024;

export const jobNotFound = () =>
  new HarkError(
    'not-found',
    'not_found',
    "This import or export doesn't exist. It may have been deleted after its retention period.",
  );

/** Returns whose jobs the user can see: their own, or everyone's (undefined) for administrators. */
const userSeenBy = (principal: Principal): UserId | undefined =>
  may(principal, 'jobs.view_of_others') ? undefined : principal.user.id;

export const listJobs = ({ db }: Context, principal: Principal) =>
  db.read(principal.workspace.id, (transaction) =>
    selectJobs(transaction, principal.workspace.id, { user: userSeenBy(principal), most: maxListed }),
  );

/** Treats another user's job as missing. */
export async function findJob({ db }: Context, principal: Principal, id: JobId): Promise<Job> {
  const { workspace } = principal;
  const job = await db.read(workspace.id, (transaction) =>
    selectJob(transaction, workspace.id, id, { user: userSeenBy(principal) }),
  );
  if (!job) throw jobNotFound();
  return job;
}

/** Returns a job in the transaction that created it. */
export async function findJobIn(
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  id: JobId,
): Promise<Job> {
  const job = await selectJob(transaction, workspace, id);
  if (!job) throw jobNotFound();
  return job;
}

/** Cancels a job. The changes it has made so far stay, and its counts show how many there are. */
export async function cancelJob({ db, clock }: Context, principal: Principal, id: JobId): Promise<void> {
  const { workspace } = principal;
  await db.write(workspace.id, async (transaction) => {
    const job = await selectJob(transaction, workspace.id, id, { user: userSeenBy(principal), lock: true });
    if (!job) throw jobNotFound();
    if (job.endedAt) return;
    await updateEndedJob(transaction, job, 'cancelled', `Canceled by ${principal.user.name}.`, clock.now());
  });
}

/** Removes a finished job, with its files. */
export async function removeJob({ db }: Context, principal: Principal, id: JobId): Promise<void> {
  const { workspace } = principal;
  await db.write(workspace.id, async (transaction) => {
    const job = await selectJob(transaction, workspace.id, id, { user: userSeenBy(principal), lock: true });
    if (!job) throw jobNotFound();
    if (job.status === 'running' || job.status === 'queued')
      throw conflict('job_runs', 'This job is still running. Cancel it first.');
    await deleteJob(transaction, job);
  });
}

/** Yields the file's parts, reading each one on demand. */
export async function* readJobFile({ db }: Context, job: Job, kind: FileKind): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const from = at;
    const bytes = await db.read(job.workspace, (transaction) =>
      selectBytes(transaction, job, kind, from, bytesAtOnce),
    );
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}
