import { z } from 'zod';
import type { Transaction } from '../../db/driver/transaction.ts';
import { credential } from '../../lib/credential.ts';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type AuditEntry, selectLastEntries } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { selectSecretNames } from './secret-store.ts';

const sealPurpose = 'workspace-secret';

/**
 * A secret's name. Templates refer to it as `secrets.<name>`, so it must be a valid name in the template
 * language.
 */
export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

/**
 * A secret's value. It can't be empty: an empty secret protects nothing, and a listener that uses it would
 * reject every request.
 */
export const secretValue = credential(z.string().min(1).max(10_000));

/** The hosts that a secret can be sent to, as in a URL. An empty list allows any host. */
export const secretHosts = credential(
  z
    .array(
      z
        .string()
        .transform((host) => host.trim().toLowerCase())
        .refine(isHost, 'must be a host name such as api.example.com, without scheme, port or path'),
    )
    .max(20)
    .transform((hosts) => [...new Set(hosts)].sort()),
);

function isHost(text: string): boolean {
  return URL.parse(`https://${text}/`)?.hostname === text && text !== '';
}

/** A secret to save. Omitted parts stay unchanged. */
export type SecretInput =
  | string
  | { readonly value?: string | undefined; readonly hosts?: readonly string[] | undefined };

export const sealedSecret = { table: 'secrets', column: 'sealed_value', purpose: sealPurpose } as const;

export const sealSecret = (key: InstallationKey, value: string): string => seal(key, sealPurpose, value);
export const openSecret = (key: InstallationKey, sealed: string): string => open(key, sealPurpose, sealed);

interface ListedSecret {
  readonly name: string;
  readonly hosts: readonly string[];
  /** The secret's last change, from the audit log. */
  readonly changed: Pick<AuditEntry, 'at' | 'user' | 'means'> | null;
}

/** Lists a workspace's secrets by name, each with its last change. */
export async function listSecrets(transaction: Transaction, workspace: WorkspaceId): Promise<ListedSecret[]> {
  const secrets = await selectSecretNames(transaction, workspace);
  const ids = secrets.map(({ id }) => id);
  const entries = await selectLastEntries(transaction, workspace, 'secret', ids);
  const changes = new Map(entries.map((entry) => [entry.subject.id, entry]));
  return secrets.map(({ id, name, hosts }) => ({ name, hosts, changed: changes.get(id) ?? null }));
}

export const listSecretNames = async ({ db }: Context, workspace: WorkspaceId): Promise<string[]> => {
  const secrets = await db.read(workspace, (transaction) => selectSecretNames(transaction, workspace));
  return secrets.map(({ name }) => name);
};
