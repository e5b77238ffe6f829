import type { Transaction } from '../../db/driver/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { deleteKey, selectHasKey } from './api-key-store.ts';
import { type KeyUse, keptMs, maxUses } from './key-use.ts';
import { selectUses } from './key-use-store.ts';

/**
 * What an administrator sees of a user's key: that it exists, and who called with it; never the key
 * (spec/rest-api §7.3).
 */
export async function viewKeyOf(
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  workspace: WorkspaceId,
  user: UserId,
): Promise<{ exists: boolean; uses: KeyUse[] }> {
  const since = new Date(clock.now().getTime() - keptMs);
  const [exists, uses] = await Promise.all([
    selectHasKey(transaction, workspace, user),
    selectUses(transaction, workspace, user, since, maxUses),
  ]);
  return { exists, uses };
}

/** Takes a user's key away: it is unknown from the commit on. To have none already is no error. */
export async function removeKeyOf(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
): Promise<void> {
  if (!(await deleteKey(change.transaction, change.workspace, user.id))) return;
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: { api_key: concealed },
    new: {},
  });
}
