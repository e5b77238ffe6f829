import { conflict, invalid } from '../../lib/errors.ts';
import { type Change, changedValues, concealed, recordAudit } from '../audit/index.ts';
import { requireRole } from '../roles/index.ts';
import {
  generatePassword,
  hashPassword,
  noPassword,
  passwordMatches,
  replacePassword,
  requireUncommonPassword,
} from './password.ts';
import type { User } from './user.ts';
import { insertUser, raiseNamesVersion, type StoredUser, selectByEmail, updateUser } from './user-store.ts';

/** The desired state of a user, identified by email address. Omitted fields stay unchanged. */
export interface WantedUser {
  email: string;
  name?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
  /** Null creates a user who can't sign in with a password. */
  password?: string | null | undefined;
}

/**
 * The user, with a password if one was generated, and with a new API key if a new password revoked the old
 * one.
 */
export type SavedUser = User & { isNew: boolean; generatedPassword?: string; replacedApiKey?: string };

/** Creates or updates the user with this email address. */
export async function saveUser(change: Change, wanted: WantedUser): Promise<SavedUser> {
  const present = await selectByEmail(change.transaction, change.workspace, wanted.email);
  return present ? changeUser(change, present, wanted) : createUser(change, wanted);
}

async function createUser(change: Change, wanted: WantedUser): Promise<SavedUser> {
  const { name, role: roleName, password } = wanted;
  if (name === undefined) throw invalid('user_name_missing', 'A new user needs a name.');
  if (roleName === undefined) throw invalid('user_role_missing', 'A new user needs a role.');
  const { id: roleId } = await requireRole(change, roleName);
  if (password != null) requireUncommonPassword(password, [name, wanted.email]);
  const generatedPassword = password === undefined ? generatePassword() : undefined;
  const user = {
    email: wanted.email,
    name,
    role: { id: roleId, name: roleName },
    active: wanted.active ?? true,
    passwordHash: password === null ? noPassword : await hashPassword(password ?? generatedPassword ?? ''),
  };
  const id = await insertUser(change.transaction, change.workspace, user);
  await raiseNamesVersion(change.transaction, change.workspace);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'user', id, name },
    old: {},
    new: { ...auditedUser(user), ...(password !== null && { password: concealed }) },
  });
  const { passwordHash: _, ...saved } = user;
  return { ...saved, id, isNew: true, ...(generatedPassword === undefined ? {} : { generatedPassword }) };
}

async function changeUser(change: Change, present: StoredUser, wanted: WantedUser): Promise<SavedUser> {
  const { transaction, workspace } = change;
  const role = wanted.role === undefined ? present.role : await requireRole(change, wanted.role);
  const apiKey = await setPassword(change, present, wanted.password);
  const user: User = {
    id: present.id,
    email: wanted.email,
    name: wanted.name ?? present.name,
    role: { id: role.id, name: role.name },
    active: wanted.active ?? present.active,
  };
  const changed = changedValues(auditedUser(present), auditedUser(user));
  if (changed) {
    await updateUser(transaction, workspace, user);
    if (user.name !== present.name) await raiseNamesVersion(transaction, workspace);
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'user', id: user.id, name: user.name },
      ...changed,
    });
  }
  return { ...user, isNew: false, ...(apiKey === undefined ? {} : { replacedApiKey: apiKey }) };
}

/** Sets the password if it differs. @returns the API key that replaces the user's old one */
async function setPassword(
  change: Change,
  present: StoredUser,
  password: string | null | undefined,
): Promise<string | undefined> {
  if (password == null || (await passwordMatches(present.passwordHash, password))) return undefined;
  requireUncommonPassword(password, [present.name, present.email]);
  const replaced = await replacePassword(change, present, await hashPassword(password));
  if (!replaced)
    throw conflict('user_changed', `${present.email} was changed by another request. Try again.`);
  return replaced.apiKey;
}

export const auditedUser = ({ email, name, role, active }: Omit<User, 'id'>) => ({
  email,
  name,
  role: role.name,
  active,
});
