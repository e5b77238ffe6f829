import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { findBeyond, type LimitName, limitNames } from './limits.ts';
import { lowerSettings, readLimitsIn, selectLimits } from './limits-store.ts';

/** Refuses settings that are beyond what the operator allows every workspace. */
export async function requireWithinLimits(
  transaction: Transaction,
  settings: Readonly<Partial<Record<LimitName, number | null | undefined>>>,
): Promise<void> {
  const beyond = findBeyond(await selectLimits(transaction), settings);
  if (!beyond) return;
  throw invalid(
    'beyond_limit',
    `settings.${beyond.name} may be at most ${beyond.limit} on this installation. The operator sets that by \`hark limits\`.`,
  );
}

/** Brings a new workspace below the limits. */
export async function keepWithinLimits(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  const limits = await selectLimits(transaction);
  if (limitNames.some((name) => limits[name] !== null)) await lowerSettings(transaction, workspace);
}

/** The limits in words, for the operator. */
export async function describeLimits(db: Database): Promise<string> {
  const limits = await readLimitsIn(db);
  const set = limitNames.filter((name) => limits?.[name] != null);
  if (set.length === 0) return 'none: every workspace has its own settings';
  return set.map((name) => `${name} at most ${limits?.[name]}`).join(', ');
}
