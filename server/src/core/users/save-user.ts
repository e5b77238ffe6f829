import { invalid } from '../../lib/errors.ts';
import { type Change, changedValues, concealed, recordAudit } from '../audit/index.ts';
import { requireRole } from '../roles/index.ts';
import { generatePassword, hashPassword, passwordMatches } from './password.ts';
import type { User } from './user.ts';
import { insertUser, raiseNamesVersion, type StoredUser, selectByEmail, updateUser } from './user-store.ts';

/** A user as he is wanted, known by his address; what is left out stays as it is. */
export interface WantedUser {
  email: string;
  name?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
  password?: string | undefined;
}

/** The user, and his password where this call generated it: nobody can ever read it again. */
export type SavedUser = User & { generatedPassword?: string };

/** Creates the user of that address, or changes him where he differs. */
export async function saveUser(change: Change, wanted: WantedUser): Promise<SavedUser> {
  const present = await selectByEmail(change.transaction, change.workspace, wanted.email);
  return present ? changeUser(change, present, wanted) : createUser(change, wanted);
}

async function createUser(change: Change, wanted: WantedUser): Promise<SavedUser> {
  const { name, role: roleName, password } = wanted;
  if (name === undefined) throw invalid('user_name_missing', 'A new user needs a name.');
  if (roleName === undefined) throw invalid('user_role_missing', 'A new user needs a role.');
  const { id: roleId } = await requireRole(change, roleName);
  const generatedPassword = password === undefined ? generatePassword() : undefined;
  const user = {
    email: wanted.email,
    name,
    role: { id: roleId, name: roleName },
    active: wanted.active ?? true,
    passwordHash: await hashPassword(password ?? generatedPassword ?? ''),
  };
  const id = await insertUser(change.transaction, change.workspace, user);
  await raiseNamesVersion(change.transaction, change.workspace);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'user', id, name },
    old: {},
    new: { ...auditedValues(user), password: concealed },
  });
  return {
    ...withoutHash({ ...user, id }),
    ...(generatedPassword === undefined ? {} : { generatedPassword }),
  };
}

async function changeUser(change: Change, present: StoredUser, wanted: WantedUser): Promise<SavedUser> {
  const { transaction, workspace } = change;
  const role = wanted.role === undefined ? present.role : await requireRole(change, wanted.role);
  const samePassword =
    wanted.password === undefined || (await passwordMatches(present.passwordHash, wanted.password));
  const user: StoredUser = {
    id: present.id,
    email: wanted.email,
    name: wanted.name ?? present.name,
    role: { id: role.id, name: role.name },
    active: wanted.active ?? present.active,
    passwordHash: samePassword ? present.passwordHash : await hashPassword(wanted.password ?? ''),
  };
  const changed = changedValues(
    auditedValues(present),
    samePassword ? auditedValues(user) : { ...auditedValues(user), password: concealed },
  );
  if (changed) {
    await updateUser(transaction, workspace, user);
    if (user.name !== present.name) await raiseNamesVersion(transaction, workspace);
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'user', id: user.id, name: user.name },
      ...changed,
    });
  }
  return withoutHash(user);
}

export const auditedValues = ({ email, name, role, active }: Omit<User, 'id'>) => ({
  email,
  name,
  role: role.name,
  active,
});

function withoutHash({ passwordHash: _, ...user }: StoredUser): User {
  return user;
}
