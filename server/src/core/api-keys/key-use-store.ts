import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { KeyUse } from './key-use.ts';

/** Stores key uses. Skips users who have been deleted since. */
export async function upsertUses(
  transaction: Transaction,
  workspace: WorkspaceId,
  uses: readonly (KeyUse & { readonly user: UserId })[],
): Promise<void> {
  const given = uses.map(({ user, address, agent, lastUsedAt }) => ({
    user_id: user,
    address,
    agent,
    last_used_at: lastUsedAt,
  }));
  await transaction.query(sql`
    insert into api_key_uses (workspace_id, user_id, address, agent, last_used_at)
    select ${workspace}, given.*
    from json_to_recordset(${JSON.stringify(given)}::json)
      given (user_id bigint, address text, agent text, last_used_at timestamptz)
    where exists (select from users u where u.workspace_id = ${workspace} and u.id = given.user_id)
    on conflict (workspace_id, user_id, address, agent)
      do update set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`);
}

export async function selectUses(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  since: Date,
  most: number,
): Promise<KeyUse[]> {
  const rows = await transaction.query<{ address: string; agent: string; last_used_at: Date }>(sql`
    select address, agent, last_used_at from api_key_uses
    where workspace_id = ${workspace} and user_id = ${user} and last_used_at > ${since}
    order by last_used_at desc limit ${most}`);
  return rows.map(({ last_used_at, ...rest }) => ({ ...rest, lastUsedAt: last_used_at }));
}

/** Deletes old uses in all workspaces and returns how many it deleted. */
export async function purgeUses(upkeep: UpkeepDatabase, before: Date, most: number): Promise<number> {
  return upkeep.run(async (transaction) => {
    const rows = await transaction.query(sql`
      delete from api_key_uses
      where ctid = any(array(select ctid from api_key_uses where last_used_at < ${before} limit ${most}))
      returning 1`);
    return rows.length;
  });
}
