import { type Change, recordAudit } from '../audit/index.ts';
import { auditedValues } from './save-user.ts';
import { deleteUser, raiseNamesVersion, selectByEmail } from './user-store.ts';

/** Deletes a user; one who is not there is no error. The audit keeps his name. */
export async function removeUser(change: Change, email: string): Promise<void> {
  const { transaction, workspace } = change;
  const user = await selectByEmail(transaction, workspace, email);
  if (!user) return;
  await deleteUser(transaction, workspace, user.id);
  await raiseNamesVersion(transaction, workspace);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'user', id: user.id, name: user.name },
    old: auditedValues(user),
    new: {},
  });
}
