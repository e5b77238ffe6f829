import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { PasskeyId, UserId, WorkspaceId } from '../../lib/ids.ts';

export interface Passkey {
  readonly id: PasskeyId;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly undoHash: Buffer;
  readonly now: Date;
}

/** Returns undefined if the passkey is already stored, for this or another user. */
export async function insertPasskey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  passkey: NewPasskey,
): Promise<PasskeyId | undefined> {
  const row = await transaction.first<{ id: PasskeyId }>(sql`
    insert into passkeys (workspace_id, user_id, credential_id, public_key, counter, transports, name, undo_hash,
                          created_at)
    values (${workspace}, ${user}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)}, ${passkey.counter},
            ${passkey.transports}, ${passkey.name}, ${passkey.undoHash}, ${passkey.now})
    on conflict do nothing returning id`);
  return row?.id;
}

/** A passkey with its key and its user, who is active. */
export interface KnownPasskey {
  readonly id: PasskeyId;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
  readonly user: { readonly id: UserId; readonly name: string; readonly signInVersion: number };
}

export async function selectKnownPasskey(
  transaction: Transaction,
  workspace: WorkspaceId,
  credentialId: string,
): Promise<KnownPasskey | undefined> {
  const row = await transaction.first<
    Pick<Tables['passkeys'], 'id' | 'name' | 'public_key' | 'transports' | 'user_id'> & {
      user_name: string;
      sign_in_version: number;
    }
  >(sql`
    select p.id, p.name, p.public_key, p.transports, p.user_id, u.name as user_name, u.sign_in_version
    from passkeys p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id and u.active
    where p.workspace_id = ${workspace} and p.credential_id = ${credentialId}`);
  return (
    row && {
      id: row.id as PasskeyId,
      name: row.name,
      publicKey: row.public_key,
      transports: row.transports,
      user: { id: row.user_id as UserId, name: row.user_name, signInVersion: row.sign_in_version },
    }
  );
}

/**
 * Stores the authenticator's new counter. Compare and set: returns false if the counter hasn't grown, which means
 * that the passkey was copied or the response was sent before. Authenticators without a counter always say 0.
 */
export async function updateCounter(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: PasskeyId,
  counter: number,
  now: Date,
): Promise<boolean> {
  const row = await transaction.first(sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where workspace_id = ${workspace} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning 1 as used`);
  return row !== undefined;
}

export async function selectPasskeys(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<(Passkey & { readonly credentialId: string })[]> {
  const rows = await transaction.query<
    Pick<Tables['passkeys'], 'id' | 'name' | 'created_at' | 'last_used_at' | 'credential_id'>
  >(sql`
    select id, name, created_at, last_used_at, credential_id from passkeys
    where workspace_id = ${workspace} and user_id = ${user} order by id`);
  return rows.map((row) => ({
    id: row.id as PasskeyId,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    credentialId: row.credential_id,
  }));
}

/** Deletes one of a user's passkeys and returns its name, or undefined if there is no such passkey. */
export async function deletePasskey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  id: PasskeyId,
): Promise<string | undefined> {
  const row = await transaction.first<Pick<Tables['passkeys'], 'name'>>(sql`
    delete from passkeys where workspace_id = ${workspace} and user_id = ${user} and id = ${id} returning name`);
  return row?.name;
}

export async function deletePasskeys(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<number> {
  const rows = await transaction.query(
    sql`delete from passkeys where workspace_id = ${workspace} and user_id = ${user} returning 1 as deleted`,
  );
  return rows.length;
}
