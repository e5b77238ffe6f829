import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { FactorKind } from './undo-link.ts';

/** A link, and the earliest time at which its factor must have been added. */
export interface UndoKey {
  readonly undoHash: Buffer;
  readonly since: Date;
}

/** A factor that a link can still remove. */
export interface UndoableFactor {
  readonly kind: FactorKind;
  /** What the user called the passkey. */
  readonly passkey: string | null;
  readonly addedAt: Date;
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
}

export async function selectUndoable(
  transaction: Transaction,
  workspace: WorkspaceId,
  { undoHash, since }: UndoKey,
): Promise<UndoableFactor | undefined> {
  const row = await transaction.first<{
    kind: FactorKind;
    passkey: string | null;
    added_at: Date;
    id: UserId;
    name: string;
    email: string;
  }>(sql`
    with factor as (
      select 'passkey' as kind, name as passkey, created_at as added_at, user_id from passkeys
      where workspace_id = ${workspace} and undo_hash = ${undoHash}
      union all
      select 'app', null, confirmed_at, user_id from authenticator_apps
      where workspace_id = ${workspace} and undo_hash = ${undoHash})
    select f.kind, f.passkey, f.added_at, u.id, u.name, u.email
    from factor f join users u on u.workspace_id = ${workspace} and u.id = f.user_id
    where f.added_at > ${since}`);
  return (
    row && {
      kind: row.kind,
      passkey: row.passkey,
      addedAt: row.added_at,
      user: { id: row.id, name: row.name, email: row.email },
    }
  );
}

/** Deletes the factor of a link. If there are several concurrent calls, only one returns true. */
export async function deleteUndoable(
  transaction: Transaction,
  workspace: WorkspaceId,
  { undoHash, since }: UndoKey,
): Promise<boolean> {
  const row = await transaction.first(sql`
    with passkey as (
      delete from passkeys
      where workspace_id = ${workspace} and undo_hash = ${undoHash} and created_at > ${since} returning 1),
    app as (
      delete from authenticator_apps
      where workspace_id = ${workspace} and undo_hash = ${undoHash} and confirmed_at > ${since} returning 1)
    select 1 as deleted from passkey union all select 1 from app`);
  return row !== undefined;
}
