import { sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RoleId, SessionId, UserId, WorkspaceId } from '../../lib/ids.ts';
import { permissionsSchema } from '../access/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Session } from './session.ts';

export interface NewSession extends Pick<Tables['sessions'], 'browser' | 'network'> {
  readonly user: UserId;
  readonly tokenHash: Buffer;
  /** The user's number when his password was looked at: if it was raised since, the session never counts. */
  readonly signInVersion: number;
  readonly now: Date;
  readonly endsAt: Date;
}

export async function insertSession(
  transaction: Transaction,
  workspace: WorkspaceId,
  session: NewSession,
): Promise<SessionId> {
  const { id } = await transaction.one<{ id: SessionId }>(sql`
    insert into sessions (workspace_id, user_id, token_hash, sign_in_version, created_at, last_used_at, ends_at,
                          browser, network)
    values (${workspace}, ${session.user}, ${session.tokenHash}, ${session.signInVersion}, ${session.now},
            ${session.now}, ${session.endsAt}, ${session.browser}, ${session.network})
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
}

/**
 * The live session with this fingerprint. Everything that decides is read at this moment: its ends, whether its user is
 * switched on, his number, his role. That it was used is noted in the same statement, at most once a minute.
 */
export async function selectLive(
  transaction: Transaction,
  workspace: Workspace,
  tokenHash: Buffer,
  { now, usedSince, notedBefore }: { now: Date; usedSince: Date; notedBefore: Date },
): Promise<Session | undefined> {
  const row = await transaction.first<SessionRow>(sql`
    with live as (
      select s.id, s.last_used_at, u.id as user_id, u.name as user_name, u.email,
             r.id as role_id, r.name as role_name, r.is_admin, r.permissions
      from sessions s
      join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.active
                      and u.sign_in_version = s.sign_in_version
      join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
      where s.workspace_id = ${workspace.id} and s.token_hash = ${tokenHash}
        and s.ends_at > ${now} and s.last_used_at > ${usedSince}),
    noted as (
      update sessions s set last_used_at = ${now} from live
      where s.workspace_id = ${workspace.id} and s.id = live.id and s.last_used_at < ${notedBefore})
    select id, user_id, user_name, email, role_id, role_name, is_admin, permissions from live`);
  return (
    row && {
      id: row.id as SessionId,
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
