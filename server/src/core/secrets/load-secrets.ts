import type { Transaction } from '../../db/driver/transaction.ts';
import { createVersionedCache } from '../../lib/cache/versioned-cache.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { createMask, type Mask } from './mask.ts';
import { openSecret } from './secret.ts';
import { selectSecrets } from './secret-store.ts';

/** A workspace's decrypted secrets, for running templates, and the mask that hides them in stored data. */
export interface OpenSecrets {
  readonly secrets: ReadonlyMap<string, string>;
  /** Hosts by secret name, only for secrets that are bound to hosts. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Secrets that aren't bound to hosts. Listener settings can read only these. */
  readonly unbound: ReadonlyMap<string, string>;
  readonly mask: Mask;
}

const remembered = createVersionedCache<OpenSecrets>(1_000);

/**
 * Returns the workspace's secrets, cached by version. The version is read with every request and run, so
 * cached secrets are never stale.
 */
export const loadSecrets = (
  { db, key }: Context,
  workspace: WorkspaceId,
  version: number,
): Promise<OpenSecrets> =>
  remembered.load(db, `${workspace}/${version}`, () => readSecrets({ db, key }, workspace));

/** Returns the workspace's secrets by name, decrypted. */
export async function openSecrets(transaction: Transaction, workspace: WorkspaceId, key: InstallationKey) {
  const rows = await selectSecrets(transaction, workspace);
  return rows.map(({ sealed_value, ...secret }) => ({ ...secret, value: openSecret(key, sealed_value) }));
}

/** Returns the workspace's secrets as they are now, without the cache. */
export async function readSecrets(
  { db, key }: Pick<Context, 'db' | 'key'>,
  workspace: WorkspaceId,
): Promise<OpenSecrets> {
  const rows = await db.read(workspace, (transaction) => openSecrets(transaction, workspace, key));
  const secrets = new Map(rows.map(({ name, value }) => [name, value]));
  const hosts = new Map(
    rows.flatMap((row) => (row.hosts.length > 0 ? [[row.name, row.hosts] as const] : [])),
  );
  const unbound = new Map([...secrets].filter(([name]) => !hosts.has(name)));
  return { secrets, hosts, unbound, mask: createMask(secrets.values()) };
}
