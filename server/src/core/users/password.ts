import { randomBytes, randomUUID } from 'node:crypto';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { rotateApiKey } from '../api-keys/index.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { endGrantsOf } from '../oauth/index.ts';
import { guessableAs } from './common-password.ts';
import type { SignInUser } from './sign-in-user.ts';
import { deleteSignIns, selectSignIn, updatePassword } from './user-store.ts';

/** The cost of Argon2id, the library's default algorithm: OWASP's minimum of 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded when it is first used, because most processes never check a password. */
const library = () => import('@node-rs/argon2');

export const hashPassword = async (password: string): Promise<string> =>
  (await library()).hash(password, cost);

/** Returns whether the password matches. Also false if the stored value isn't a hash. */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return verify(stored, password).catch(() => false);
}

/** Stored instead of a hash for users who have only signed in with single sign-on. It matches no password. */
export const noPassword = '!';

/** Returns 128 random bits, in characters that can be read aloud. */
export const generatePassword = (): string => randomBytes(16).toString('base64url');

const minPasswordLength = 12;
const maxPasswordLength = 256;

/**
 * Throws if a password is too weak: too short or easy to guess. There are no rules about characters. Pass the names
 * and the email address of the user and the workspace, which aren't good passwords either.
 */
export function requireGoodPassword(password: string, words: readonly string[] = []): void {
  if (password.length < minPasswordLength)
    throw invalid('password_too_short', `Choose a password of at least ${minPasswordLength} characters.`);
  if (password.length > maxPasswordLength)
    throw invalid('password_too_long', `Choose a password of at most ${maxPasswordLength} characters.`);
  if (new Set(password).size < 4)
    throw invalid('password_too_simple', 'Choose a password with a greater variety of characters.');
  requireUncommonPassword(password, words);
}

/** Throws if a password is easy to guess. Operators can set shorter ones, but not these. */
export function requireUncommonPassword(password: string, words: readonly string[]): void {
  const reason = guessableAs(password, words);
  if (reason === 'stolen')
    throw new HarkError(
      'invalid',
      'password_is_stolen',
      'This password is on lists of stolen passwords. Choose another one.',
      { field: 'password' },
    );
  if (reason === 'personal')
    throw new HarkError(
      'invalid',
      'password_is_personal',
      'This password is a name or an email address that others know. Choose another one.',
      { field: 'password' },
    );
}

/** The result of a password check. Only `isRight` may be revealed to the caller. */
export interface PasswordVerdict {
  readonly isRight: boolean;
  readonly user: SignInUser | undefined;
}

let dummy: Promise<string> | undefined;

/**
 * Checks the password of the user with this email address. For unknown and deactivated users it verifies a
 * dummy hash, so the check takes the same time.
 */
export async function checkPassword(
  { db }: Pick<Context, 'db'>,
  workspace: WorkspaceId,
  email: string,
  password: string,
): Promise<PasswordVerdict> {
  dummy ??= hashPassword(randomUUID());
  const dummyHash = await dummy;
  const found = await db.read(workspace, (tx) => selectSignIn(tx, workspace, email));
  const tried = password.length > maxPasswordLength ? '' : password;
  const matches = await passwordMatches(found?.active ? found.passwordHash : dummyHash, tried);
  if (!found) return { isRight: false, user: undefined };
  const { active, passwordHash: _, ...user } = found;
  return { isRight: matches && active && tried === password, user };
}

export interface ReplacedPassword {
  readonly signInVersion: number;
  /** The API key that replaces the user's old one; undefined if the user had none. */
  readonly apiKey: string | undefined;
}

/**
 * Sets a new password and revokes everything obtained with the old one: sessions, password links, app grants,
 * and the API key, which is replaced (spec/rest-api §1.7). API clients and second factors stay: otherwise a stolen
 * mailbox would be enough to remove a factor. If the user's `signInVersion` has changed, changes nothing and returns
 * undefined.
 */
export async function replacePassword(
  change: Change,
  user: SignInUser,
  passwordHash: string,
): Promise<ReplacedPassword | undefined> {
  const { transaction, workspace } = change;
  const signInVersion = await updatePassword(transaction, workspace, user, passwordHash);
  if (signInVersion === undefined) return undefined;
  // Delete sessions before grants. A concurrent consent in one of the sessions then either commits first, so
  // its grant is revoked here, or finds that its request has been deleted.
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
