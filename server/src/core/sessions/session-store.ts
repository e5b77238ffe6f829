import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { RoleId, SessionId, UserId, WorkspaceId } from '../../lib/ids.ts';
import { permissionsSchema } from '../access/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Session } from './session.ts';

export interface SsoOrigin {
  readonly sid: string | null;
}

export interface NewSession extends Pick<Tables['sessions'], 'browser' | 'network'> {
  readonly user: UserId;
  readonly tokenHash: Buffer;
  /**
   * The user's version when the password was checked. If the version has changed since then, the session is
   * invalid.
   */
  readonly signInVersion: number;
  readonly hasSecondFactor: boolean;
  /** Set if the session came from single sign-on, with the provider's session ID if it sent one. */
  readonly sso: SsoOrigin | undefined;
  readonly now: Date;
  readonly endsAt: Date;
}

/**
 * Whether a user can have a session that didn't come from single sign-on: it isn't required, or they are the
 * break-glass administrator (spec/single-sign-on §4.1).
 */
const mayBeWithoutSso = (workspace: Statement, user: Statement): Statement => sql`
  not exists (select from identity_providers p
              where p.workspace_id = ${workspace} and p.is_required and p.break_glass_user_id is distinct from ${user})`;

/** Whether a user can sign in with a password or a passkey. */
export async function selectMaySkipSso(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<boolean> {
  const { may } = await transaction.one<{ may: boolean }>(
    sql`select ${mayBeWithoutSso(sql`${workspace}`, sql`${user}::bigint`)} as may`,
  );
  return may;
}

/** Deletes the sessions of everyone else that didn't come from single sign-on. Returns how many there were. */
export async function deleteWithoutSso(
  transaction: Transaction,
  workspace: WorkspaceId,
  kept: UserId,
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from sessions where workspace_id = ${workspace} and not is_sso and user_id <> ${kept} returning 1 as ended`);
  return rows.length;
}

/** Deletes a user's sessions from single sign-on, or only those of one session at the provider. */
export async function deleteSsoSessions(
  transaction: Transaction,
  workspace: WorkspaceId,
  { user, sid }: { readonly user: UserId | null; readonly sid: string | null },
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from sessions where workspace_id = ${workspace} and is_sso
      and (${user}::bigint is null or user_id = ${user}) and (${sid}::text is null or identity_sid = ${sid})
    returning 1 as ended`);
  return rows.length;
}

export async function insertSession(
  transaction: Transaction,
  workspace: WorkspaceId,
  session: NewSession,
): Promise<SessionId> {
  const { id } = await transaction.one<{ id: SessionId }>(sql`
    insert into sessions (workspace_id, user_id, token_hash, sign_in_version, created_at, last_used_at,
                          ends_at, browser, network, has_second_factor, is_sso, identity_sid)
    values (${workspace}, ${session.user}, ${session.tokenHash}, ${session.signInVersion}, ${session.now},
            ${session.now}, ${session.endsAt}, ${session.browser}, ${session.network},
            ${session.hasSecondFactor}, ${session.sso !== undefined}, ${session.sso?.sid ?? null})
    returning id`);
  return id;
}

interface SessionRow {
  id: number;
  user_id: number;
  user_name: string;
  email: string;
  role_id: number;
  role_name: string;
  is_admin: boolean;
  permissions: unknown;
  confirmed_at: Date;
  has_second_factor: boolean;
  is_sso: boolean;
  identity_sid: string | null;
  requires_second_factor: boolean;
}

/**
 * Returns the valid session with this fingerprint. Expiry, user state, version and role are all checked in
 * this statement, which also records the use, at most once a minute.
 */
export async function selectLiveSession(
  transaction: Transaction,
  workspace: Workspace,
  tokenHash: Buffer,
  { now, usedSince, notedBefore }: { now: Date; usedSince: Date; notedBefore: Date },
): Promise<Session | undefined> {
  const row = await transaction.first<SessionRow>(sql`
    with live as (
      select s.id, s.last_used_at, u.id as user_id, u.name as user_name, u.email,
             r.id as role_id, r.name as role_name, r.is_admin, r.permissions,
             coalesce(s.confirmed_at, s.created_at) as confirmed_at, s.has_second_factor, s.is_sso, s.identity_sid,
             r.requires_second_factor
      from sessions s
      join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.active
                      and u.sign_in_version = s.sign_in_version
      join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
      where s.workspace_id = ${workspace.id} and s.token_hash = ${tokenHash}
        and s.ends_at > ${now} and s.last_used_at > ${usedSince}
        and (s.is_sso or ${mayBeWithoutSso(sql`s.workspace_id`, sql`s.user_id`)})),
    noted as (
      update sessions s set last_used_at = ${now} from live
      where s.workspace_id = ${workspace.id} and s.id = live.id and s.last_used_at < ${notedBefore})
    select id, user_id, user_name, email, role_id, role_name, is_admin, permissions, confirmed_at, has_second_factor,
           is_sso, identity_sid, requires_second_factor from live`);
  return (
    row && {
      id: row.id as SessionId,
      confirmedAt: row.confirmed_at,
      hasSecondFactor: row.has_second_factor,
      isSso: row.is_sso,
      identitySid: row.identity_sid,
      requiresSecondFactor: row.requires_second_factor,
      principal: {
        workspace,
        user: { id: row.user_id as UserId, name: row.user_name, email: row.email },
        role: {
          id: row.role_id as RoleId,
          name: row.role_name,
          isAdmin: row.is_admin,
          permissions: permissionsSchema.parse(row.permissions),
        },
        means: { type: 'ui' },
      },
    }
  );
}

export async function deleteByToken(
  transaction: Transaction,
  workspace: WorkspaceId,
  tokenHash: Buffer,
): Promise<void> {
  await transaction.query(
    sql`delete from sessions where workspace_id = ${workspace} and token_hash = ${tokenHash}`,
  );
}

/** Deletes one of a user's sessions and returns its browser, or undefined if no session has this ID. */
export async function deleteSession(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  id: SessionId,
): Promise<string | undefined> {
  const row = await transaction.first<Pick<Tables['sessions'], 'browser'>>(sql`
    delete from sessions where workspace_id = ${workspace} and user_id = ${user} and id = ${id} returning browser`);
  return row?.browser;
}

/** Deletes all of a user's sessions and returns how many there were. */
export async function deleteOfUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<number> {
  const rows = await transaction.query(
    sql`delete from sessions where workspace_id = ${workspace} and user_id = ${user} returning 1 as ended`,
  );
  return rows.length;
}

/** Deletes all of a user's sessions except one. */
export async function deleteOthersOfUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  kept: SessionId,
): Promise<void> {
  await transaction.query(sql`
    delete from sessions where workspace_id = ${workspace} and user_id = ${user} and id <> ${kept}`);
}

export async function updateConfirmed(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: SessionId,
  at: Date,
): Promise<void> {
  await transaction.query(
    sql`update sessions set confirmed_at = ${at} where workspace_id = ${workspace} and id = ${id}`,
  );
}

/**
 * Locks the session's user until the transaction ends. Returns false if a new password or a deactivation has ended the
 * session, or is about to: those change the user first.
 */
export async function lockUserOfSession(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: SessionId,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select 1 as locked from sessions s
    join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.active
                    and u.sign_in_version = s.sign_in_version
    where s.workspace_id = ${workspace} and s.id = ${id} for no key update of u`);
  return row !== undefined;
}

export async function updateHasSecondFactor(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: SessionId,
): Promise<void> {
  await transaction.query(
    sql`update sessions set has_second_factor = true where workspace_id = ${workspace} and id = ${id}`,
  );
}

export interface ListedSession {
  readonly id: SessionId;
  readonly browser: string;
  readonly network: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

interface Times {
  readonly now: Date;
  readonly usedSince: Date;
}

export async function selectOfUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  { now, usedSince }: Times,
): Promise<ListedSession[]> {
  const rows = await transaction.query<Tables['sessions']>(sql`
    select s.id, s.browser, s.network, s.created_at, s.last_used_at from sessions s
    join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.sign_in_version = s.sign_in_version
    where s.workspace_id = ${workspace} and s.user_id = ${user} and s.ends_at > ${now}
      and s.last_used_at > ${usedSince}
    order by s.last_used_at desc, s.id desc`);
  return rows.map((row) => ({
    id: row.id as SessionId,
    browser: row.browser,
    network: row.network,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Deletes at most `most` ended sessions across all workspaces. */
export async function purgeEnded(
  transaction: Transaction,
  { now, usedSince }: Times,
  most: number,
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from sessions where ctid = any(array(
      (select ctid from sessions where ends_at <= ${now} limit ${most})
      union
      (select ctid from sessions where last_used_at <= ${usedSince} limit ${most}) limit ${most}))
    returning 1`);
  return rows.length;
}
