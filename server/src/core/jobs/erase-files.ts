import type { Change } from '../audit/index.ts';
import { areNamed, deleteFiles, deleteJobsNaming } from './part-store.ts';

/**
 * Removes every stored file of a workspace, because any of them may name the person who is erased, in any spelling; they are
 * kept for days only, and can be made again (docs/decisions/0066-jobs.md). Of somebody who is not known otherwise, only if
 * one of them has his address. What was looked for is kept longer than the file: a job that names him goes altogether.
 * @returns how many files and such jobs there were
 */
export async function eraseFiles(
  { transaction, workspace, clock }: Pick<Change, 'transaction' | 'workspace' | 'clock'>,
  addresses: readonly string[],
  isKnown: boolean,
): Promise<number> {
  const isNamed = isKnown || (await areNamed(transaction, workspace, addresses));
  const says = 'A person was erased, and with them every stored file. Start it again.';
  const jobs = await deleteJobsNaming(transaction, workspace, addresses);
  return jobs + (isNamed ? await deleteFiles(transaction, workspace, says, clock.now()) : 0);
}
