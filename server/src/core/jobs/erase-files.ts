import type { Change } from '../audit/index.ts';
import { areNamed, deleteFiles, deleteJobsNaming } from './part-store.ts';

/**
 * Removes every stored file of a workspace, because any of them may name the erased person, in any spelling.
 * Files are kept for days only and can be created again (docs/design/erasure-and-retention.md). If nothing
 * else is known of the person, files are removed only if one contains the email address. Search conditions
 * outlive the file, so jobs that name the address are deleted.
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
