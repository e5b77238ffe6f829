import { type Change, concealed, recordAudit } from '../audit/index.ts';
import type { SignInUser } from './check-password.ts';
import { updatePassword } from './user-store.ts';

/**
 * Gives a user another password, if he still has the number that was seen, and tells his new one; undefined when somebody
 * was faster. From the commit on every session and link of his is refused.
 */
export async function replacePassword(
  change: Change,
  user: SignInUser,
  passwordHash: string,
): Promise<number | undefined> {
  const version = await updatePassword(change.transaction, change.workspace, user, passwordHash);
  if (version === undefined) return undefined;
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'user', id: user.id, name: user.name },
    old: {},
    new: { password: concealed },
  });
  return version;
}
