import { randomBytes, randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { rotateApiKey } from '../api-keys/index.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { endGrantsOf } from '../oauth/index.ts';
import type { SignInUser } from './sign-in-user.ts';
import { deleteSignIns, selectSignIn, updatePassword } from './user-store.ts';

/** Argon2id, the library's default, with OWASP's minimum of 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Also false if the stored value is not a hash. */
export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password).catch(() => false);

/** 128 random bits, in characters that can be read out. */
export const generatePassword = (): string => randomBytes(16).toString('base64url');

const shortestPassword = 12;
const longestPassword = 256;

/** Rejects a weak password. Only length counts; there are no rules about characters. */
export function requireGoodPassword(password: string): void {
  if (password.length < shortestPassword)
    throw invalid('password_too_short', `Choose a password of at least ${shortestPassword} characters.`);
  if (password.length > longestPassword)
    throw invalid('password_too_long', `Choose a password of at most ${longestPassword} characters.`);
  if (new Set(password).size < 4)
    throw invalid('password_too_simple', 'Choose a password with more different characters.');
}

/** Only `isRight` may be revealed to the caller. */
export interface PasswordVerdict {
  readonly isRight: boolean;
  readonly user: SignInUser | undefined;
}

let dummy: Promise<string> | undefined;

/**
 * Checks the password of the user with that email address. For unknown and deactivated users it verifies a
 * dummy hash, so that it takes the same time.
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

export interface ReplacedPassword {
  readonly signInVersion: number;
  /** Replaces the user's API key; undefined if there was none. */
  readonly apiKey: string | undefined;
}

/**
 * Sets a new password and revokes everything obtained with the old one: sessions, password links, app grants,
 * and the API key, which is replaced (spec/rest-api §1.7). API clients stay. If the user's `signInVersion`
 * has changed, changes nothing and returns undefined.
 */
export async function replacePassword(
  change: Change,
  user: SignInUser,
  passwordHash: string,
): Promise<ReplacedPassword | undefined> {
  const { transaction, workspace } = change;
  const signInVersion = await updatePassword(transaction, workspace, user, passwordHash);
  if (signInVersion === undefined) return undefined;
  // Delete sessions before grants: a concurrent consent in one of them either commits first, and its grant
  // ends here, or finds its request deleted.
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
