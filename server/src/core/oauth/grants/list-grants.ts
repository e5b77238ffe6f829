import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { emailKey } from '../../../lib/email.ts';
import type { OAuthClientId, WorkspaceId } from '../../../lib/ids.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { Grant } from './grant.ts';
import { selectGrants } from './grant-store.ts';

interface Page {
  readonly limit: number;
  /** The ID of the last grant on the previous page. */
  readonly before?: number | null;
}

/** Lists grants page by page, newest first, for the user with an email address or for all users. */
export function listGrants(
  { db, clock }: Context,
  workspace: WorkspaceId,
  email: string | null,
  { limit, before = null }: Page,
): Promise<Grant[]> {
  return db.read(workspace, (transaction) =>
    selectGrants(
      transaction,
      workspace,
      { key: email && emailKey(email), client: null, before, limit },
      clock.now(),
    ),
  );
}

/** Lists grants to one app, newest first. */
export const listGrantsOfClient = (
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  workspace: WorkspaceId,
  client: OAuthClientId,
  limit: number,
): Promise<Grant[]> =>
  selectGrants(transaction, workspace, { key: null, client, before: null, limit }, clock.now());

/**
 * Like `listGrants`, on behalf of a user: lists their own grants, or all grants if the user is an
 * administrator (spec/rest-api §7.3).
 */
export const listGrantsAs = (context: Context, principal: Principal, page: Page): Promise<Grant[]> =>
  listGrants(
    context,
    principal.workspace.id,
    reachOf(principal, 'grants.manage') === 'all' ? null : principal.user.email,
    page,
  );
