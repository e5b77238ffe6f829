import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import { emailKey } from '../../lib/email.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';

/** A person at an identity provider. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** A user as single sign-on finds them. */
export interface FoundUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
  readonly signInVersion: number;
  readonly role: { readonly id: RoleId; readonly name: string; readonly isAdmin: boolean };
  /** The subject at this issuer that the user is linked to. */
  readonly subject: string | null;
}

type Row = Pick<Tables['users'], 'id' | 'name' | 'email' | 'active' | 'sign_in_version' | 'role_id'> & {
  role_name: string;
  is_admin: boolean;
  subject: string | null;
};

const toUser = (row: Row): FoundUser => ({
  id: row.id as UserId,
  name: row.name,
  email: row.email,
  active: row.active,
  signInVersion: row.sign_in_version,
  role: { id: row.role_id as RoleId, name: row.role_name, isAdmin: row.is_admin },
  subject: row.subject,
});

const users = (issuer: string) => sql`
  select u.id, u.name, u.email, u.active, u.sign_in_version, u.role_id, r.name as role_name, r.is_admin, i.subject
  from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
  left join user_identities i on i.workspace_id = u.workspace_id and i.user_id = u.id and i.issuer = ${issuer}`;

export async function selectLinked(
  transaction: Transaction,
  workspace: WorkspaceId,
  { issuer, subject }: Subject,
): Promise<FoundUser | undefined> {
  const row = await transaction.first<Row>(
    sql`${users(issuer)} where u.workspace_id = ${workspace} and i.subject = ${subject}`,
  );
  return row && toUser(row);
}

/** Locks the user, so that two first sign-ins can't link them to two subjects. */
export async function selectByAddress(
  transaction: Transaction,
  workspace: WorkspaceId,
  issuer: string,
  email: string,
): Promise<FoundUser | undefined> {
  await transaction.query(
    sql`select from users where workspace_id = ${workspace} and email_key = ${emailKey(email)} for no key update`,
  );
  const row = await transaction.first<Row>(
    sql`${users(issuer)} where u.workspace_id = ${workspace} and u.email_key = ${emailKey(email)}`,
  );
  return row && toUser(row);
}

export async function insertIdentity(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  { issuer, subject }: Subject,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into user_identities (workspace_id, user_id, issuer, subject, linked_at)
    values (${workspace}, ${user}, ${issuer}, ${subject}, ${now})`);
}

/** Counts the users who have signed in with an issuer. */
export async function countLinked(
  transaction: Transaction,
  workspace: WorkspaceId,
  issuer: string,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) from user_identities
    where workspace_id = ${workspace} and rtrim(issuer, '/') = rtrim(${issuer}, '/')`);
  return count;
}
