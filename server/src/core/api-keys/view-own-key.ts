import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { openApiKey } from './api-key.ts';
import { selectSealedKey } from './api-key-store.ts';
import { type KeyUse, keptMs, maxUses } from './key-use.ts';
import { selectUses } from './key-use-store.ts';

/**
 * A user's own key, which can always be shown (spec/rest-api §1.5), and who called with it in the last 30
 * days.
 */
export async function viewOwnKey(
  { db, key, clock }: Context,
  workspace: WorkspaceId,
  user: UserId,
): Promise<{ apiKey: string | null; uses: KeyUse[] }> {
  const since = new Date(clock.now().getTime() - keptMs);
  const [sealed, uses] = await db.read(workspace, (transaction) =>
    Promise.all([
      selectSealedKey(transaction, workspace, user),
      selectUses(transaction, workspace, user, since, maxUses),
    ]),
  );
  return { apiKey: sealed === undefined ? null : openApiKey(key, sealed), uses };
}
