import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type AuditEntry, selectLastEntries } from '../audit/index.ts';
import { selectSecretNames } from './secret-store.ts';

/** A secret as it is shown: everything but its value. */
interface ListedSecret {
  readonly name: string;
  readonly hosts: readonly string[];
  /** Its last change, as the audit tells it. */
  readonly changed: Pick<AuditEntry, 'at' | 'user' | 'means'> | null;
}

/** A workspace's secrets by name, with who changed each last. */
export async function listSecrets(transaction: Transaction, workspace: WorkspaceId): Promise<ListedSecret[]> {
  const secrets = await selectSecretNames(transaction, workspace);
  const ids = secrets.map(({ id }) => id);
  const entries = await selectLastEntries(transaction, workspace, 'secret', ids);
  const changes = new Map(entries.map((entry) => [entry.subject.id, entry]));
  return secrets.map(({ id, name, hosts }) => ({ name, hosts, changed: changes.get(id) ?? null }));
}
