import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { User } from './user.ts';

export interface ListedUser extends User {
  readonly role: User['role'] & { readonly isAdmin: boolean };
  readonly createdAt: Date;
  /** When any of the user's credentials was last used, as far as that is still recorded. */
  readonly lastSeenAt: Date | null;
  /** Whether an invitation waits for the user to set a password. */
  readonly isInvited: boolean;
}

interface Row extends Pick<Tables['users'], 'id' | 'email' | 'name' | 'role_id' | 'active' | 'created_at'> {
  role_name: string;
  is_admin: boolean;
  last_seen_at: Date | null;
  is_invited: boolean;
}

const toUser = (row: Row): ListedUser => ({
  id: row.id as UserId,
  email: row.email,
  name: row.name,
  role: { id: row.role_id as RoleId, name: row.role_name, isAdmin: row.is_admin },
  active: row.active,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  isInvited: row.is_invited,
});

const users = (condition: Statement): Statement => sql`
  select u.id, u.email, u.name, u.role_id, r.name as role_name, r.is_admin, u.active, u.created_at,
         greatest(
           (select max(s.last_used_at) from sessions s where s.workspace_id = u.workspace_id and s.user_id = u.id),
           (select max(c.last_used_at) from api_clients c where c.workspace_id = u.workspace_id and c.user_id = u.id),
           (select max(k.last_used_at) from api_key_uses k where k.workspace_id = u.workspace_id and k.user_id = u.id),
           (select max(g.last_used_at) from oauth_grants g where g.workspace_id = u.workspace_id and g.user_id = u.id)
         ) as last_seen_at,
         exists (
           select 1 from password_links l
           where l.workspace_id = u.workspace_id and l.user_id = u.id and l.purpose = 'invitation'
         ) as is_invited
  from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
  where ${condition}`;

/** Filters users. Null matches all. */
export interface UserFilter {
  readonly search: string | null;
  readonly role: number | null;
}

const fitting = (workspace: WorkspaceId, { search, role }: UserFilter): Statement => sql`
  u.workspace_id = ${workspace} and (${role}::bigint is null or u.role_id = ${role})
  and (${search}::text is null or strpos(lower(u.name), lower(${search})) > 0
       or strpos(lower(u.email), lower(${search})) > 0)`;

/** Returns at most `most` users, sorted by name. */
export async function selectUsers(
  transaction: Transaction,
  workspace: WorkspaceId,
  filter: UserFilter,
  most: number,
): Promise<ListedUser[]> {
  const rows = await transaction.query<Row>(
    users(sql`${fitting(workspace, filter)} order by lower(u.name), u.id limit ${most}`),
  );
  return rows.map(toUser);
}

/** A page of users, by ID. `after` excludes the user with that ID. */
export interface UserPage {
  readonly after: number | undefined;
  readonly start: number;
  readonly limit: number;
}

export async function selectUserPage(
  transaction: Transaction,
  workspace: WorkspaceId,
  { after = 0, start, limit }: UserPage,
): Promise<ListedUser[]> {
  const rows = await transaction.query<Row>(
    users(
      sql`u.workspace_id = ${workspace} and u.id > ${after} order by u.id limit ${limit} offset ${start}`,
    ),
  );
  return rows.map(toUser);
}

export async function countUsers(
  transaction: Transaction,
  workspace: WorkspaceId,
  filter: UserFilter,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) from users u where ${fitting(workspace, filter)}`,
  );
  return count;
}

export async function selectUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: UserId,
): Promise<ListedUser | undefined> {
  const row = await transaction.first<Row>(users(sql`u.workspace_id = ${workspace} and u.id = ${id}`));
  return row && toUser(row);
}
