import type { Change } from '../audit/index.ts';
import { areNamed, deleteFiles, deleteJobsNaming } from './part-store.ts';

/**
 * Deletes all of a workspace's stored files, because any of them may name the erased person in some spelling.
 * Files are kept only for days and can be created again (docs/design/erasure-and-retention.md). If no lead or
 * run of the person was found, the files are deleted only if at least one of them contains the email address.
 * A job keeps its search conditions after its file is gone, so jobs that name the email address are deleted
 * too.
 * @returns how many files and jobs were deleted
 */
export async function eraseFiles(
  { transaction, workspace, clock }: Pick<Change, 'transaction' | 'workspace' | 'clock'>,
  addresses: readonly string[],
  isKnown: boolean,
): Promise<number> {
  const isNamed = isKnown || (await areNamed(transaction, workspace, addresses));
  const says = 'All stored files were deleted because a person was erased. Start this job again.';
  const jobs = await deleteJobsNaming(transaction, workspace, addresses);
  return jobs + (isNamed ? await deleteFiles(transaction, workspace, says, clock.now()) : 0);
}
