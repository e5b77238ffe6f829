import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import { type Act, findPrincipal, may, type Principal } from '../access/index.ts';
import type { Job } from '../jobs/index.ts';
import { requireResumed } from '../workspaces/index.ts';

/** The user that a job acts as, with current permissions; throws if the user lost a required one. */
export async function requireActing(
  transaction: Transaction,
  { workspace, id, user, name, kind }: Job,
  acts: readonly Act[],
): Promise<Principal> {
  // History has no type for jobs (spec/rest-api §5.5): they appear as the console, named after the job.
  const means = { type: 'ui', id, name: kind === 'import' ? `Import of ${name}` : name } as const;
  const principal = await findPrincipal(transaction, workspace, user.id, means);
  if (!principal) {
    throw new HarkError('forbidden', 'user_off', 'Stopped: the user who started it is switched off or gone.');
  }
  // The job resumes after the suspension.
  requireResumed(principal.workspace);
  if (acts.every((act) => may(principal, act))) return principal;
  throw new HarkError(
    'forbidden',
    'not_allowed',
    'Stopped: the role of the user who started it does not allow this any more.',
  );
}
