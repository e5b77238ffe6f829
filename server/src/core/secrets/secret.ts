import { z } from 'zod';
import type { Transaction } from '../../db/driver/transaction.ts';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type AuditEntry, selectLastEntries } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { selectSecretNames } from './secret-store.ts';

const sealPurpose = 'workspace-secret';

/** What a template writes behind `secrets.`, so a name must be a word of the template language. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

/** An empty secret protects nothing, and a listener that would use it refuses everybody. */
export const secretValue = z.string().min(1).max(10_000);

/** The hosts that a secret may be sent to, as a URL writes them. An empty list allows any host. */
export const secretHosts = z
  .array(
    z
      .string()
      .transform((host) => host.trim().toLowerCase())
      .refine(isHost, 'must be a host name such as api.example.com, without scheme, port or path'),
  )
  .max(20)
  .transform((hosts) => [...new Set(hosts)].sort());

function isHost(text: string): boolean {
  return URL.parse(`https://${text}/`)?.hostname === text && text !== '';
}

/** A secret as it is written: its value, or value and hosts. What is left out stays as it is. */
export type SecretInput =
  | string
  | { readonly value?: string | undefined; readonly hosts?: readonly string[] | undefined };

/** Where it is stored. */
export const sealedSecret = { table: 'secrets', column: 'sealed_value', purpose: sealPurpose } as const;

export const sealSecret = (key: InstallationKey, value: string): string => seal(key, sealPurpose, value);
export const openSecret = (key: InstallationKey, sealed: string): string => open(key, sealPurpose, sealed);

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

/** What templates can name behind `secrets.`; never a value. */
export const listSecretNames = async ({ db }: Context, workspace: WorkspaceId): Promise<string[]> => {
  const secrets = await db.read(workspace, (transaction) => selectSecretNames(transaction, workspace));
  return secrets.map(({ name }) => name);
};
