import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import { countActiveAdministrators, lockAdministratorRoles } from './role-store.ts';

/**
 * Makes a change of users or roles after which the workspace must still have an administrator who is switched on: else
 * nobody in it could undo the change. Two such changes wait for each other, so that two administrators cannot switch each
 * other off at the same moment. The operator is not held to it: he can always make another one.
 */
export async function keepingAdministrator<T>(change: Change, work: () => Promise<T>): Promise<T> {
  const { transaction, workspace } = change;
  await lockAdministratorRoles(transaction, workspace);
  const done = await work();
  if ((await countActiveAdministrators(transaction, workspace)) > 0) return done;
  throw conflict(
    'last_administrator',
    'This is the last administrator who is switched on. Make somebody else an administrator first.',
  );
}

/** Whether somebody is the one administrator whom the rule above keeps. */
export const isLastAdministrator = async (
  transaction: Transaction,
  workspace: WorkspaceId,
  { active, role }: { readonly active: boolean; readonly role: { readonly isAdmin: boolean } },
): Promise<boolean> =>
  active && role.isAdmin && (await countActiveAdministrators(transaction, workspace)) === 1;
