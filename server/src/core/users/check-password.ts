import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { hashPassword, longestPassword, passwordMatches } from './password.ts';
import type { SignInUser } from './sign-in-user.ts';
import { selectSignIn } from './user-store.ts';

/** What was found out about an address and a password; only `isRight` may be told to who asks. */
export interface PasswordVerdict {
  readonly isRight: boolean;
  readonly user: SignInUser | undefined;
}

let dummy: Promise<string> | undefined;

/**
 * Whether this is the password of the user with that address. It takes the same time for an address that nobody has and
 * for a user who is switched off: then the hash of nobody is tried.
 */
export async function checkPassword(
  { db }: Pick<Context, 'db'>,
  workspace: WorkspaceId,
  email: string,
  password: string,
): Promise<PasswordVerdict> {
  dummy ??= hashPassword(randomUUID());
  const hashOfNobody = await dummy;
  const found = await db.read(workspace, (tx) => selectSignIn(tx, workspace, email));
  const tried = password.length > longestPassword ? '' : password;
  const matches = await passwordMatches(found?.active ? found.passwordHash : hashOfNobody, tried);
  if (!found) return { isRight: false, user: undefined };
  const { active, passwordHash: _, ...user } = found;
  return { isRight: matches && active && tried === password, user };
}
