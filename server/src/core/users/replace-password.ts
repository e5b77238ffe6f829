import { rotateApiKey } from '../api-keys/index.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { endGrantsOf } from '../oauth/index.ts';
import type { SignInUser } from './sign-in-user.ts';
import { deleteSignIns, updatePassword } from './user-store.ts';

/** What a user has after a new password. */
export interface ReplacedPassword {
  readonly signInVersion: number;
  /** The key that replaces the user's API key; undefined if there was none. */
  readonly apiKey: string | undefined;
}

/**
 * Sets a new password, and ends everything that a person who knew the old one could have obtained: sessions,
 * password links, the access of apps, and the API key, which is replaced (spec/rest-api §1.7). API clients
 * stay. Returns undefined, and changes nothing, if the user's `signInVersion` is no longer the current one.
 */
export async function replacePassword(
  change: Change,
  user: SignInUser,
  passwordHash: string,
): Promise<ReplacedPassword | undefined> {
  const { transaction, workspace } = change;
  const signInVersion = await updatePassword(transaction, workspace, user, passwordHash);
  if (signInVersion === undefined) return undefined;
  // Sessions go before grants: an approval that is being answered in one of them either commits first, and its grant ends
  // here, or finds its request gone.
  await deleteSignIns(transaction, workspace, user.id);
  await endGrantsOf(change, user);
  const apiKey = await rotateApiKey(change, user);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'user', id: user.id, name: user.name },
    old: {},
    new: { password: concealed },
  });
  return { signInVersion, apiKey };
}
