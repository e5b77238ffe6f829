import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import { emailKey } from '../../lib/email.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { SignInUser } from './sign-in-user.ts';
import type { User } from './user.ts';

/** A user with the fields that only this feature may read. */
export interface StoredUser extends User {
  readonly passwordHash: string;
  readonly signInVersion: number;
}

type UserRow = Pick<
  Tables['users'],
  'id' | 'email' | 'name' | 'role_id' | 'password_hash' | 'active' | 'sign_in_version'
> & { role_name: string };

const usersWith = (condition: Statement): Statement => sql`
  select u.id, u.email, u.name, u.role_id, r.name as role_name, u.password_hash, u.active, u.sign_in_version
  from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
  where ${condition}`;

const toUser = (row: UserRow): StoredUser => ({
  id: row.id as UserId,
  email: row.email,
  name: row.name,
  role: { id: row.role_id as RoleId, name: row.role_name },
  active: row.active,
  passwordHash: row.password_hash,
  signInVersion: row.sign_in_version,
});

export async function selectByEmail(
  transaction: Transaction,
  workspace: WorkspaceId,
  email: string,
): Promise<StoredUser | undefined> {
  const row = await transaction.first<UserRow>(
    usersWith(sql`u.workspace_id = ${workspace} and u.email_key = ${emailKey(email)}`),
  );
  return row && toUser(row);
}

/** Returns all users of the workspace by email address. */
export async function selectStoredUsers(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<StoredUser[]> {
  const rows = await transaction.query<UserRow>(
    usersWith(sql`u.workspace_id = ${workspace} order by u.email_key collate "C"`),
  );
  return rows.map(toUser);
}

export async function selectSignIn(
  transaction: Transaction,
  workspace: WorkspaceId,
  email: string,
): Promise<(SignInUser & { readonly passwordHash: string; readonly active: boolean }) | undefined> {
  const row = await transaction.first<
    Pick<Tables['users'], 'id' | 'email' | 'name' | 'password_hash' | 'active' | 'sign_in_version'>
  >(sql`
    select id, email, name, password_hash, active, sign_in_version from users
    where workspace_id = ${workspace} and email_key = ${emailKey(email)}`);
  return (
    row && {
      id: row.id as UserId,
      email: row.email,
      name: row.name,
      signInVersion: row.sign_in_version,
      passwordHash: row.password_hash,
      active: row.active,
    }
  );
}

/** Compare and set: changes nothing if a new password or a deactivation has incremented the version. */
export async function updatePassword(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, signInVersion }: Pick<SignInUser, 'id' | 'signInVersion'>,
  passwordHash: string,
): Promise<number | undefined> {
  const row = await transaction.first<Pick<Tables['users'], 'sign_in_version'>>(sql`
    update users set password_hash = ${passwordHash}, sign_in_version = sign_in_version + 1
    where workspace_id = ${workspace} and id = ${id} and sign_in_version = ${signInVersion}
    returning sign_in_version`);
  return row?.sign_in_version;
}

/**
 * Deletes a user's password links and sessions, along with the pending OAuth requests and unfinished steps of these
 * sessions, such as an app that isn't confirmed. The new version already invalidates them, but deleting them also waits
 * for a concurrent consent in one of the sessions.
 */
export async function deleteSignIns(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<void> {
  await transaction.query(sql`
    delete from sign_in_flows f using sessions s
    where f.workspace_id = ${workspace} and s.workspace_id = ${workspace} and s.user_id = ${id}
      and f.browser_hash = s.token_hash`);
  await transaction.query(sql`delete from sessions where workspace_id = ${workspace} and user_id = ${id}`);
  await transaction.query(
    sql`delete from password_links where workspace_id = ${workspace} and user_id = ${id}`,
  );
}

export async function insertUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Omit<StoredUser, 'id' | 'signInVersion'>,
): Promise<UserId> {
  const { id } = await transaction.one<{ id: UserId }>(sql`
    insert into users (workspace_id, email, email_key, name, role_id, password_hash, active)
    values (${workspace}, ${user.email}, ${emailKey(user.email)}, ${user.name}, ${user.role.id},
            ${user.passwordHash}, ${user.active})
    returning id`);
  return id;
}

/**
 * Updates a user. Deactivating a user also invalidates all their sessions and links, because it increments
 * the version.
 */
export async function updateUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: User,
): Promise<void> {
  await transaction.query(sql`
    update users set email = ${user.email}, name = ${user.name}, role_id = ${user.role.id},
                     active = ${user.active}, sign_in_version = sign_in_version + (active and not ${user.active})::int
    where workspace_id = ${workspace} and id = ${user.id}`);
}

export async function deleteUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<void> {
  await transaction.query(sql`delete from users where workspace_id = ${workspace} and id = ${id}`);
}

export async function countWorkflowsOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) from workflows where workspace_id = ${workspace} and owner_id = ${id}`,
  );
  return count;
}

export async function selectNames(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<Map<UserId, string>> {
  const rows = await transaction.query<Pick<Tables['users'], 'id' | 'name'>>(
    sql`select id, name from users where workspace_id = ${workspace}`,
  );
  return new Map(rows.map((row) => [row.id as UserId, row.name]));
}

/** Invalidates cached names when the transaction commits. */
export async function raiseNamesVersion(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    update workspace_settings set user_names_version = user_names_version + 1 where workspace_id = ${workspace}`);
}

export async function selectExists(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<boolean> {
  const row = await transaction.first(
    sql`select from users where workspace_id = ${workspace} and id = ${id}`,
  );
  return row !== undefined;
}

/** Returns whether any user, active or not, has an administrator role. */
export async function selectHasAdministrator(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
    where u.workspace_id = ${workspace} limit 1`);
  return row !== undefined;
}
