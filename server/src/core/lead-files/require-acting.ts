import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import { type Act, findPrincipal, may, type Principal } from '../access/index.ts';
import type { Job } from '../jobs/index.ts';
import { requireResumed } from '../workspaces/index.ts';

/** Who a job acts as, with the rights that he has at this moment; refuses when he lost what it needs. */
export async function requireActing(
  transaction: Transaction,
  { workspace, id, user, name, kind }: Job,
  acts: readonly Act[],
): Promise<Principal> {
  // History has no type of its own for a job (spec/rest-api §5.5): it counts as the console, and names the
  // file or the change.
  const means = { type: 'ui', id, name: kind === 'import' ? `Import of ${name}` : name } as const;
  const principal = await findPrincipal(transaction, workspace, user.id, means);
  if (!principal) {
    throw new HarkError('forbidden', 'user_off', 'Stopped: the user who started it is switched off or gone.');
  }
  // It goes on once the workspace is back.
  requireResumed(principal.workspace);
  if (acts.every((act) => may(principal, act))) return principal;
  throw new HarkError(
    'forbidden',
    'not_allowed',
    'Stopped: the role of the user who started it does not allow this any more.',
  );
}
