import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import { type Act, findPrincipal, may, type Principal } from '../access/index.ts';
import type { Job } from '../jobs/index.ts';
import { requireResumed } from '../workspaces/index.ts';

/**
 * Returns the user that a job acts as, with their current permissions. Throws if the user has lost a required
 * permission.
 */
export async function requireActing(
  transaction: Transaction,
  { workspace, id, user, name, kind }: Job,
  acts: readonly Act[],
): Promise<Principal> {
  // The history has no source type for jobs (spec/rest-api §5.5), so their changes appear under the console,
  // with the job's name.
  const means = { type: 'ui', id, name: kind === 'import' ? `Import of ${name}` : name } as const;
  const principal = await findPrincipal(transaction, workspace, user.id, means);
  if (!principal) {
    throw new HarkError(
      'forbidden',
      'user_off',
      'Stopped: the user who started this job has been deactivated or deleted.',
    );
  }
  // A suspended job stops here and resumes when the suspension ends.
  requireResumed(principal.workspace);
  if (acts.every((act) => may(principal, act))) return principal;
  throw new HarkError(
    'forbidden',
    'not_allowed',
    'Stopped: the role of the user who started this job no longer allows it.',
  );
}
