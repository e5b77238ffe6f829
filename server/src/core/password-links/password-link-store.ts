import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { SignInUser } from '../users/index.ts';
import type { LinkPurpose } from './password-link.ts';

export async function insertLink(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: SignInUser,
  link: { purpose: LinkPurpose; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into password_links (workspace_id, user_id, token_hash, purpose, sign_in_version, created_at, expires_at)
    values (${workspace}, ${user.id}, ${link.tokenHash}, ${link.purpose}, ${user.signInVersion}, ${link.now},
            ${link.expiresAt})
    returning id`);
  return id;
}

export interface LiveLink {
  readonly purpose: LinkPurpose;
  readonly user: SignInUser;
}

type LinkRow = Pick<Tables['password_links'], 'purpose' | 'user_id' | 'sign_in_version'> &
  Pick<Tables['users'], 'name' | 'email'>;

const toLink = (row: LinkRow): LiveLink => ({
  purpose: row.purpose as LinkPurpose,
  user: {
    id: row.user_id as UserId,
    name: row.name,
    email: row.email,
    signInVersion: row.sign_in_version,
  },
});

/**
 * Returns a link that is still valid: it hasn't expired, its user is active, and their password hasn't
 * changed since it was created.
 */
export async function selectLiveLink(
  transaction: Transaction,
  workspace: WorkspaceId,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveLink | undefined> {
  const row = await transaction.first<LinkRow>(sql`
    select l.purpose, l.user_id, l.sign_in_version, u.name, u.email from password_links l
    join users u on u.workspace_id = l.workspace_id and u.id = l.user_id and u.active
                    and u.sign_in_version = l.sign_in_version
    where l.workspace_id = ${workspace} and l.token_hash = ${tokenHash} and l.expires_at > ${now}`);
  return row && toLink(row);
}

/** Deletes the link in order to use it. If there are several concurrent calls, only one succeeds. */
export async function takeLink(
  transaction: Transaction,
  workspace: WorkspaceId,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveLink | undefined> {
  const row = await transaction.first<LinkRow>(sql`
    delete from password_links l using users u
    where l.workspace_id = ${workspace} and l.token_hash = ${tokenHash} and l.expires_at > ${now}
      and u.workspace_id = ${workspace} and u.id = l.user_id and u.active
      and u.sign_in_version = l.sign_in_version
    returning l.purpose, l.user_id, l.sign_in_version, u.name, u.email`);
  return row && toLink(row);
}

/** Deletes at most `most` expired links across all workspaces. */
export async function purgeExpired(transaction: Transaction, now: Date, most: number): Promise<number> {
  const rows = await transaction.query(sql`
    delete from password_links where ctid = any(array(
      select ctid from password_links where expires_at <= ${now} limit ${most}))
    returning 1`);
  return rows.length;
}
