import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { addRecipients, selectMailLimit } from './mail-usage-store.ts';

/** Counts recipients toward the workspace's daily limit (spec/runs §2.11). @throws HarkError if it is reached */
export async function reserveRecipients(
  transaction: Transaction,
  workspace: WorkspaceId,
  count: number,
  now: Date,
): Promise<void> {
  if (await addRecipients(transaction, workspace, { resetsAt: endOfDay(now), count })) return;
  const limit = await selectMailLimit(transaction, workspace);
  throw new HarkError(
    'too-many',
    'mail_limit',
    `The daily limit of ${limit} mail recipients is reached. It resets at 00:00 UTC.`,
  );
}

const dayMs = 24 * 3_600_000;
const endOfDay = (now: Date) => new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
