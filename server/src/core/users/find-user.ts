import { invalid } from '../../lib/errors.ts';
import type { Change } from '../audit/index.ts';
import type { User } from './user.ts';
import { selectByEmail } from './user-store.ts';

/** The user with that address; refuses one whom the workspace does not have. */
export async function requireUser({ transaction, workspace }: Change, email: string): Promise<User> {
  const user = await selectByEmail(transaction, workspace, email);
  if (!user) throw invalid('unknown_user', `There is no user ${email} in this workspace.`);
  const { passwordHash: _, ...shown } = user;
  return shown;
}
